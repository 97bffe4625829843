import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { type ArmedProcess, spawnArmed } from '#proof/testing/crash/armed-process.ts'
import { engineMain } from '#proof/testing/crash/killed-engines.ts'
import { pointsBy } from '#proof/testing/crash/ways.ts'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { createTransferringConsumer } from '#server/log/consumer.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { gatherAlerts } from './alert-outbox.ts'
import { noteAlerts } from './note-alerts.ts'
import { alertsCursor } from './scan-runs.ts'

describe('an engine that is killed while it tells the receivers of rules about runs', () => {
  let harness: Harness
  let server: MailServer
  let standby: ArmedProcess
  const struck = new Set<CrashPoint>()
  const failed: string[] = []

  const load = () =>
    spawnArmed(harness.databaseUrl, engineMain, {
      settings: { HEDDLE_SMTP_URL: server.url, HEDDLE_MAIL_FROM: 'heddle@example.com' },
    })
  /** The failures of the log up to now, by the same code as in an engine. */
  const noteAll = () =>
    createTransferringConsumer({
      pool: harness.pool,
      name: alertsCursor,
      startsAt: 'present',
      transfer: noteAlerts,
    }).catchUp(new AbortController().signal)
  /** Nothing waits for other alerts, for the pace of the rule, or for a process that has died. */
  const hurry = async () => {
    await harness.pool.query(`update alert set due_at = now() - interval '1 minute' where batch_id is null`)
    await harness.pool.query(
      `update alert_message set created_at = created_at - interval '10 minutes', due_at = now() - interval '1 minute'`,
    )
  }
  /** The step before the point is done, so that the first look of the engine comes to the point with work to do. */
  const prepare = async (point: CrashPoint) => {
    const runId = await harness.start('Fails')
    await harness.until(runId, 'FAILED')
    failed.push(runId)
    if (/^alerts_(?:noted|scanned)/.test(point)) return
    await noteAll()
    await hurry()
    if (point.startsWith('alerts_gathered')) return
    while (await inTransaction(harness.pool, gatherAlerts)) {}
    if (point.startsWith('alert_postponed')) server.answers.push(...Array.from({ length: 5 }, () => 'fail' as const))
  }
  /** The messages that tell of the run, with their states. */
  const messagesOf = async (runId: string) =>
    (
      await harness.pool.query<{ id: string; state: string }>(
        'select m.id, m.state from alert a join alert_message m on m.batch_id = a.batch_id where a.run_id = $1',
        [runId],
      )
    ).rows
  const received = () => server.received.map(({ headers }) => String(headers.get('message-id')))

  beforeAll(async () => {
    harness = await createHarness()
    server = await startMailServer()
    await harness.publish('Fails', [{ name: 'Broken', type: 'STANDARD', function: 't.fail_for_good' } as Step])
    await harness.pool.query(
      `insert into alert_rule (owner_id, id, workflow, failed, addresses, created_by)
       values ('local', gen_random_uuid(), 'Fails', true, '{ops@example.com}', 'local')`,
    )
    await noteAll()
    await harness.engine()
    standby = load()
  })
  afterAll(async () => {
    standby.signal('SIGKILL')
    await standby.died
    await harness.close()
    await server.close()
  })

  it.each(pointsBy('alerting'))('at %s, leaves the message to the next one', async (point) => {
    await hurry()
    await prepare(point)
    const engine = standby
    engine.begin({ point, times: 1 })
    standby = load()
    await engine.died
    expect(engine.wasKilled(), engine.output()).toBe(true)
    await expireLease(harness.pool, engine.pid)
    server.answers.length = 0
    struck.add(point)
  })

  it('leaves no failure untold in the end, tells each by one message, and repeats it only under its Message-ID', async () => {
    const last = standby
    last.begin()
    const untold = async () => {
      await hurry()
      const states = await Promise.all(failed.map(messagesOf))
      return states.filter((messages) => messages.length !== 1 || messages[0]?.state !== 'sent').length
    }
    await expect.poll(untold).toBe(0)
    for (const runId of failed) {
      const [message] = await messagesOf(runId)
      expect(received().filter((id) => id.includes(message?.id ?? 'none')).length, runId).toBeGreaterThan(0)
    }
    // The kills after the mail server had taken a mail: the repetition is recognised by its Message-ID.
    expect(received().length).toBeGreaterThan(new Set(received()).size)
    expect(await harness.violations()).toEqual([])
    last.signal('SIGTERM')
    await last.died
    standby = load()
  })

  it('has been killed at every such point', () => {
    expect(pointsBy('alerting').filter((point) => !struck.has(point))).toEqual([])
  })
})
