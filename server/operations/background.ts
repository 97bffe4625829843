import type { Pool } from 'pg'
import { tuning } from '#server/engine/tuning.ts'
import type { Engine } from '../engine/engine.ts'
import { createRedactor } from '../engine/executor/secrets/redactor.ts'
import { createHints } from '../engine/requests/hints.ts'
import type { EngineMetrics } from '../engine/telemetry/engine-metrics.ts'
import { publishMetrics } from '../engine/telemetry/publish-metrics.ts'
import { scanForLostWork } from '../engine/workers/scan.ts'
import { createWorkStore } from '../engine/workers/work-store.ts'
import type { Env } from '../env.ts'
import { startAlerts } from '../notify/alerts/start-alerts.ts'
import { createMailer, messageIdDomain } from '../notify/mail/mailer.ts'
import { startNotifications } from '../notify/start-notifications.ts'
import { installation } from '../overview/installation.ts'
import { openKeyRing } from '../secrets/key-ring.ts'
import type { SecretSource } from '../secrets.ts'
import { startWebhooks } from '../webhooks/delivery/start-webhooks.ts'
import { startSealing } from './audit/sealing.ts'
import { startConnectionTests } from './connections/start-connection-tests.ts'
import { startErasure } from './erasure/start-erasure.ts'
import { startFailureCalls } from './failure-calls/failure-calls.ts'
import { startObservers } from './observers/observers.ts'
import { createOperationsPool } from './operations-pool.ts'
import { type Repeated, repeat } from './repeat.ts'
import { logReplication } from './replication.ts'
import { openExportFolder } from './retention/export-file.ts'
import { startRetention } from './retention/retention.ts'
import { indexLimits } from './search/index-limits.ts'
import { startRunIndex } from './search/run-index.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { startTriggerTimer } from './trigger-timer.ts'

/**
 * The background work of an engine process, on connections of its own: it publishes metrics, scans for lost workers,
 * tests connections, sends failure notifications, mails, alerts and events to webhooks, starts the runs of schedules, calls observers, sends traces, maintains
 * the index of runs, seals the audit, erases names of people, and removes old
 * data. Errors are logged and retried; no run waits for this work.
 */
const BACKGROUND = { purpose: 'background', connections: 4, answerWithinMs: 60_000 } as const

export interface BackgroundOptions {
  readonly env: Env
  readonly databaseUrl: string
  readonly engine: Engine
  readonly metrics: EngineMetrics
  readonly secrets: SecretSource
  readonly log: (line: string) => void
}

export function startBackground({ env, databaseUrl, engine, metrics, secrets, log }: BackgroundOptions): Repeated {
  const pool = createOperationsPool(databaseUrl, BACKGROUND, (error) => log(`background: ${error.message}`))
  const hints = createHints(pool, { hintsUrl: env.hintsUrl })
  const publishing = repeat({
    pauseMs: tuning.leaseRenewMs,
    work: () => publishMetrics(pool, engine.identity, metrics),
    onError: (error) => log(`metrics: ${String(error)}`),
  })
  const scans = repeat({
    pauseMs: env.worker.scanMs,
    async work() {
      const { lines } = await scanForLostWork(createWorkStore(pool), env.worker)
      for (const line of lines) log(line)
      if (lines.length > 0) hints.wakeEngines()
    },
    onError: (error) => log(`scan for lost workers: ${String(error)}`),
  })
  const calls =
    env.onFailure === undefined
      ? null
      : startFailureCalls({
          pool,
          target: env.onFailure,
          urlOf: (runId) => `${env.address}/runs/${runId}`,
          onCalled: (outcome) => metrics.failureCalls.inc({ outcome }),
          log,
        })
  const notifications =
    env.mail === undefined
      ? null
      : startNotifications({
          pool,
          mailer: createMailer(env.mail),
          domain: messageIdDomain(env.mail),
          publicUrl: env.address,
          redact: createRedactor(env.secrets).text,
          onMail: (outcome) => metrics.mails.inc({ outcome }),
          log,
        })
  const webhooks = startWebhooks({
    pool,
    ring: openKeyRing(env.masterKey),
    allow: env.httpAllow,
    onDelivery: (outcome) => metrics.webhookDeliveries.inc({ outcome }),
    log,
  })
  const connectionTests = startConnectionTests({ pool, secrets, allow: env.httpAllow, log })
  const triggers = startTriggerTimer(env, databaseUrl, log)
  const alerts = startAlertsOf({ env, metrics, log }, pool)
  const observers =
    env.observers === undefined
      ? null
      : startObservers({ pool, module: env.observers, engineId: () => engine.identity.id, log })
  const traces =
    env.traces === undefined
      ? null
      : startTracing({
          pool,
          collector: env.traces,
          version: installation().version,
          engineId: () => engine.identity.id,
          onSent: (outcome, count) => metrics.spans.inc({ outcome }, count),
          log,
        })
  const retention = startRetention({
    pool,
    olderThanDays: env.retentionDays,
    mostDays: env.retentionMostDays,
    auditDays: env.auditRetentionDays,
    exportTo: env.retentionExport === undefined ? null : openExportFolder(env.retentionExport),
    archive:
      env.retentionExport === undefined || env.archiveDays === undefined
        ? null
        : { folder: env.retentionExport, olderThanDays: env.archiveDays },
    onRemoved: (runs) => metrics.runsRemoved.inc(runs),
    log,
  })
  const erasure = startErasure({ pool, archive: env.retentionExport, log })
  const sealing = startSealing({ pool, log })
  const index = startRunIndex({
    pool,
    databaseUrl,
    engineId: () => engine.identity.id,
    log,
    // An engine that replaces another one has more urgent work, and indexes runs by itself as they settle.
    firstAfterMs: indexLimits.firstLookMs,
  })
  const replicationLogged = logReplication(pool, log)
  return {
    async stop() {
      await Promise.all([
        replicationLogged,
        publishing.stop(),
        scans.stop(),
        calls?.stop(),
        notifications?.stop(),
        webhooks.stop(),
        connectionTests.stop(),
        triggers.stop(),
        alerts.stop(),
        observers?.stop(),
        traces?.stop(),
        retention.stop(),
        erasure.stop(),
        sealing.stop(),
        index.stop(),
      ])
      hints.close()
      await pool.end()
    },
  }
}

function startAlertsOf(
  { env, metrics, log }: Pick<BackgroundOptions, 'env' | 'metrics' | 'log'>,
  pool: Pool,
): Repeated {
  return startAlerts({
    pool,
    mailer: env.mail === undefined ? null : createMailer(env.mail),
    domain: env.mail === undefined ? 'localhost' : messageIdDomain(env.mail),
    publicUrl: env.address,
    keyRing: openKeyRing(env.masterKey),
    allow: env.httpAllow,
    redact: createRedactor(env.secrets).text,
    onMessage: (outcome) => metrics.alerts.inc({ outcome }),
    log,
  })
}
