import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { committing } from '#server/engine/crash-points.ts'
import { createTransferringConsumer } from '#server/log/consumer.ts'
import { startSubscription } from '#server/log/subscription.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { webhookLimits } from '../webhook-limits.ts'
import { readSecrets } from '../webhook-secrets.ts'
import { createEndRecorder, endLanes } from './end-lanes.ts'
import { dropUnwanted, removeOldDeliveries, repairLanes } from './keep-lanes.ts'
import { claimLanes, type Lane } from './lanes.ts'
import { hasWebhooks, noteEvents, presentWithoutWebhooks } from './note-events.ts'
import { createWebhookClient } from './send.ts'
import { type DeliveryOutcome, workLane } from './work-lane.ts'

export interface WebhookOptions {
  readonly pool: Pool
  readonly ring: KeyRing
  /** Hosts that requests may reach wherever they are. */
  readonly allow: readonly string[]
  readonly onDelivery: (outcome: DeliveryOutcome) => void
  readonly log: (line: string) => void
  readonly timing?: { readonly lookEveryMs?: number; readonly retryMs?: readonly number[] }
}

const { lanesAtOnce, idleLookMs, noticeMs, cleanEveryMs, repairEveryMs, retry } = webhookLimits
const STOP_WITHIN_MS = 1_000
const SECRETS_KEPT_MS = 60_000
const SECRETS_KEPT = 1_000

/**
 * The dispatcher of webhooks in an engine's process. Deliveries come from the log, exactly once by the transaction of its
 * cursor, and go out at least once. Any number of engines may do so: the lock on the cursor and the leases of lanes are
 * the claims. While there is no webhook, the log is not read.
 */
export function startWebhooks(options: WebhookOptions): { stop(): Promise<void> } {
  const { pool, log, timing = {} } = options
  const { lookEveryMs = webhookLimits.lookEveryMs, retryMs = webhookLimits.retryMs } = timing
  const client = createWebhookClient(options.allow, log)
  const recordEnd = createEndRecorder((ends) => committing('lane_ended', () => endLanes(pool, ends)))
  const work = {
    pool,
    client,
    secretsOf: keptSecrets(options),
    end: recordEnd,
    onDelivery: options.onDelivery,
    log,
    retryMs,
  }
  const working = new Set<Promise<void>>()
  const busy = new Map<string, number>()
  let isIdleUntil = 0
  let noticeAt = 0
  let hasNoted = false
  let repairedAt = Number.NEGATIVE_INFINITY

  const consumer = createTransferringConsumer({
    pool,
    name: 'webhooks',
    startsAt: 'present',
    async transfer(connection, after) {
      const present = await presentWithoutWebhooks(connection)
      if (present === null) {
        const { end, noted } = await noteEvents(connection, after)
        hasNoted ||= noted > 0
        return end
      }
      isIdleUntil = performance.now() + Math.min(idleLookMs, 40 * lookEveryMs)
      return present
    },
    committing: (write) => committing('deliveries_noted', write),
  })

  /** Whether the log is to be read: always while there is a webhook, otherwise once in a while, to keep the cursor near. */
  async function isNeeded(): Promise<boolean> {
    const now = performance.now()
    if (now > isIdleUntil) return true
    if (now < noticeAt) return false
    noticeAt = now + Math.min(noticeMs, 4 * lookEveryMs)
    if (!(await hasWebhooks(pool))) return false
    isIdleUntil = 0
    return true
  }

  async function note(signal: AbortSignal): Promise<void> {
    if (!(await isNeeded())) return
    hasNoted = false
    await consumer.catchUp(signal)
    if (hasNoted) delivery.lookNow()
  }

  async function maintain(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await removeOldDeliveries(pool))) {}
    await dropUnwanted(pool)
    if (performance.now() - repairedAt < repairEveryMs) return
    repairedAt = performance.now()
    await repairLanes(pool)
  }

  function begin(lane: Lane, signal: AbortSignal): void {
    const count = (change: number) => {
      const left = (busy.get(lane.webhookId) ?? 0) + change
      if (left === 0) busy.delete(lane.webhookId)
      else busy.set(lane.webhookId, left)
    }
    count(1)
    const one: Promise<void> = workLane(work, lane, signal)
      .catch((error: unknown) => log(`webhook ${lane.webhookId}: ${messageOf(error)}`))
      .finally(() => {
        count(-1)
        working.delete(one)
      })
    working.add(one)
  }

  async function deliver(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const free = lanesAtOnce - working.size
      const lanes = free > 0 ? await committing('lanes_claimed', () => claimLanes(pool, free, busy)) : []
      for (const lane of lanes) begin(lane, signal)
      if (lanes.length > 0 && working.size < lanesAtOnce) continue
      if (working.size === 0) return
      await Promise.race([...working, sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)])
      // Lanes that were recorded together end together: one claim replaces them all.
      await nextTurn()
    }
  }

  const looking = { retry, onError: (message: string) => log(`webhooks: ${message}`) }
  const subscription = startSubscription({ catchUp: note, lookEveryMs, ...looking })
  // A receiver that does not answer holds up its own deliveries, not the reading of the log.
  const delivery = startSubscription({ catchUp: deliver, lookEveryMs, ...looking })
  const maintenance = startSubscription({ catchUp: maintain, lookEveryMs: cleanEveryMs, ...looking })
  return {
    async stop() {
      await Promise.all([subscription.stop(), delivery.stop(), maintenance.stop()])
      await Promise.race([Promise.all(working), sleep(STOP_WITHIN_MS, undefined, { ref: false })])
      await client.close()
    },
  }
}

/** The secrets of webhooks in memory, read again when there is a newer one, and once in a while: the former one expires. */
function keptSecrets({ pool, ring }: WebhookOptions): (lane: Lane) => Promise<readonly string[]> {
  const kept = new Map<string, { readonly version: number; readonly at: number; readonly texts: readonly string[] }>()
  return async ({ webhookId, ownerId, secretVersion }) => {
    const known = kept.get(webhookId)
    if (known?.version === secretVersion && performance.now() - known.at < SECRETS_KEPT_MS) return known.texts
    const texts = await readSecrets(pool, ring, { kind: 'webhook', ownerId, id: webhookId })
    if (kept.size >= SECRETS_KEPT) kept.clear()
    kept.set(webhookId, { version: secretVersion, at: performance.now(), texts })
    return texts
  }
}
