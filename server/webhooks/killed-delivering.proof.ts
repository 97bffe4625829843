import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArmedProcess, spawnArmed } from '#proof/testing/crash/armed-process.ts'
import { engineMain } from '#proof/testing/crash/killed-engines.ts'
import { pointsBy } from '#proof/testing/crash/ways.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { localActor } from '#server/access/actor.ts'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { createTransferringConsumer } from '#server/log/consumer.ts'
import { openKeyRing } from '#server/secrets/key-ring.ts'
import { createWebhook } from './change-webhooks.ts'
import { noteEvents } from './delivery/note-events.ts'
import { firstArrivals } from './testing/arrivals.ts'
import { type Sink, startSink } from './testing/sink.ts'

describe('an engine that is killed while it sends events to a webhook (public run 10)', () => {
  let harness: Harness
  let sink: Sink
  let standby: ArmedProcess
  const masterKey = randomBytes(32).toString('base64')
  const struck = new Set<CrashPoint>()
  const runs: string[] = []

  const load = () =>
    spawnArmed(harness.databaseUrl, engineMain, {
      settings: { HEDDLE_HTTP_ALLOW: sink.host, HEDDLE_MASTER_KEY: masterKey },
    })
  /** The deliveries of the log up to now, by the same code as in an engine. */
  const noteAll = () =>
    createTransferringConsumer({
      pool: harness.pool,
      name: 'webhooks',
      startsAt: 'present',
      transfer: async (client, after) => (await noteEvents(client, after)).end,
    }).catchUp(new AbortController().signal)
  /** No lane waits for an engine that has died. */
  const hurry = () => harness.pool.query('update webhook_lane set next_at = clock_timestamp() where pending > 0')
  const kindsOf = async (runId: string) => {
    const { rows } = await harness.pool.query<{ kind: string }>(
      'select kind from webhook_delivery where run_id = $1 order by seq',
      [runId],
    )
    return rows.map(({ kind }) => kind)
  }

  beforeAll(async () => {
    harness = await createHarness()
    sink = await startSink()
    await harness.publish('Line', [standard('First', 'add_one'), standard('Second', 'add_one')])
    await harness.engine()
    const ring = openKeyRing({
      current: { from: 'text', setting: 'HEDDLE_MASTER_KEY', text: masterKey },
      previous: null,
    })
    await noteAll()
    await createWebhook(harness.pool, ring, localActor, { url: sink.url(), eventFilter: [], maxRetries: 20 })
    standby = load()
  })
  afterAll(async () => {
    standby.signal('SIGKILL')
    await standby.died
    await harness.close()
    await sink.close()
  })

  it.each(pointsBy('delivering'))('at %s, leaves the deliveries to the next one', async (point) => {
    await hurry()
    const runId = await harness.start('Line')
    runs.push(runId)
    await harness.until(runId, 'COMPLETED')
    if (!point.startsWith('deliveries_noted')) await noteAll()
    const engine = standby
    engine.begin({ point, times: 1 })
    standby = load()
    await engine.died
    expect(engine.wasKilled(), engine.output()).toBe(true)
    await expireLease(harness.pool, engine.pid)
    struck.add(point)
  })

  it.each(['lane_ended.before', 'lane_ended.sent', 'lane_ended.after'] as const)(
    'at %s of a failure, has recorded the attempt and since when the webhook fails, or neither',
    async (point) => {
      await harness.pool.query(`update webhook_delivery set attempts = 0 where state = 'waiting'`)
      await harness.pool.query('update webhook set failing_since = null')
      sink.answer = () => 500
      await hurry()
      const runId = await harness.start('Line')
      runs.push(runId)
      await harness.until(runId, 'COMPLETED')
      await noteAll()
      const engine = standby
      engine.begin({ point, times: 1 })
      standby = load()
      await engine.died
      expect(engine.wasKilled(), engine.output()).toBe(true)
      const { rows } = await harness.pool.query<{ attempted: boolean; fails: boolean }>(
        `select exists (select from webhook_delivery where attempts > 0 and state = 'waiting') as attempted,
                failing_since is not null as fails from webhook`,
      )
      const [found] = rows
      expect(found?.fails).toBe(found?.attempted)
      if (point !== 'lane_ended.sent') expect(found?.fails).toBe(point === 'lane_ended.after')
      await expireLease(harness.pool, engine.pid)
      sink.answer = () => 200
    },
  )

  it('leaves no event unsent in the end, in order, and repeats one only under its id', async () => {
    const last = standby
    last.begin()
    const complete = async (runId: string) => {
      const kinds = await kindsOf(runId)
      return (
        kinds.at(-1) === 'workflow.run.completed' && firstArrivals(sink.received, runId).kinds.length === kinds.length
      )
    }
    await expect
      .poll(async () => {
        await hurry()
        const done = await Promise.all(runs.map(complete))
        return runs.filter((_, index) => !done[index])
      })
      .toEqual([])
    for (const runId of runs) {
      const { kinds, ids } = firstArrivals(sink.received, runId)
      expect(kinds).toEqual(await kindsOf(runId))
      expect(ids).toBe(kinds.length)
    }
    // The kills after the receiver had an event: the repetition is known by its id.
    const sent = sink.received.map(({ headers }) => headers['x-fabric-delivery'])
    expect(sent.length).toBeGreaterThan(new Set(sent).size)
    const { rows } = await harness.pool.query('select from webhook where failing_since is not null')
    expect(rows).toEqual([])
    expect(await harness.violations()).toEqual([])
    last.signal('SIGTERM')
    await last.died
    standby = load()
  })

  it('has been killed at every such point', () => {
    expect(pointsBy('delivering').filter((point) => !struck.has(point))).toEqual([])
  })
})
