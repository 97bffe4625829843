import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tuning } from '#server/engine/tuning.ts'
import { type NodeProcess, spawnNode } from '../testing/engine-process.ts'
import { createHarness, type Harness } from '../testing/harness.ts'
import { publishLoad, startLoad } from '../testing/load.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const RUNS = 30

describe('engines whose clocks are wrong', () => {
  let harness: Harness
  let engines: readonly NodeProcess[]
  beforeAll(async () => {
    harness = await createHarness()
    await publishLoad(harness)
    const parameters = [
      '--import',
      join(import.meta.dirname, '../testing/shifted-clock.ts'),
      join(import.meta.dirname, '../../server/processes/engine.ts'),
    ]
    engines = await Promise.all(
      [1, 2].map(async () => {
        const engine = spawnNode(harness.databaseUrl, parameters)
        await once(engine.child, 'message')
        return engine
      }),
    )
  })
  afterAll(async () => {
    for (const { child } of engines) child.kill('SIGTERM')
    await Promise.all(engines.map(({ died }) => died))
    await harness.close()
  })

  const shift = async (shifts: readonly number[]) => {
    for (const [index, { child }] of engines.entries()) {
      const shifted = once(child, 'message')
      const sent = Date.now()
      child.send({ clockShiftMs: shifts[index] ?? 0 })
      const [message] = (await shifted) as [{ readonly clockShiftedTo: number }]
      const shownAt = message.clockShiftedTo - (shifts[index] ?? 0)
      expect(shownAt >= sent - SECOND && shownAt <= Date.now() + SECOND, `${sent} ${shownAt}`).toBe(true)
    }
  }
  const registered = async () => {
    const { rows } = await harness.pool.query<{ id: string; left: number }>(
      `select id, (extract(epoch from lease_expires_at - clock_timestamp()) * 1000)::float8 as left from engine order by id`,
    )
    return rows
  }
  const databaseNow = async () => {
    const { rows } = await harness.pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    return rows[0]?.now ?? 0
  }

  it.each([
    ['thirty seconds apart', [-15 * SECOND, 15 * SECOND]],
    ['an hour ahead and an hour behind', [HOUR, -HOUR]],
    ['a day behind and a day ahead, having jumped under way', [-DAY, DAY]],
  ])('fire no timer early and keep their leases: %s', async (_how, shifts) => {
    const before = await registered()
    expect(before).toHaveLength(2)
    const from = await databaseNow()
    const load = await startLoad(harness, RUNS, 50)
    await shift(shifts)
    await load.finish()
    const to = await databaseNow()

    for (const runId of load.runIds) {
      const events = await harness.history(runId)
      // All instants are the database's, as far as its answers told in time what it was; so is when a timer was due, and that it fired no earlier.
      for (const { at } of events) {
        expect(at >= from - SECOND && at <= to + SECOND, `${from} ${at} ${to}`).toBe(true)
      }
      const set = events.find((event) => event.type === 'workflow.timer.set')
      const fired = events.filter((event) => event.type === 'workflow.timer.fired')
      expect(fired).toHaveLength(1)
      expect(fired[0]?.at).toBeGreaterThanOrEqual(set?.type === 'workflow.timer.set' ? set.payload.due_at : Infinity)
    }
    expect(await harness.violations()).toEqual([])
    const after = await registered()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    for (const { left } of after) expect(left > 0 && left <= tuning.leaseMs, `${left} ms left`).toBe(true)
  })

  it('leave a timer alone until it is due by the database, whatever hour they believe it is', async () => {
    await harness.publish('Waits long', [{ name: 'Wait', type: 'WAIT', duration_seconds: 7_200 }])
    await shift([0, 0])
    const runId = await harness.start('Waits long')
    await harness.until(runId, 'PENDING_ASYNC')
    await shift([DAY, DAY])
    // Both look for due timers at least every two seconds, and once more when one is set.
    await (await startLoad(harness, 5)).finish()
    const timers = await harness.pool.query('select from timer where run_id = $1', [runId])
    expect(timers.rowCount).toBe(1)
    expect((await harness.state(runId)).open).toEqual(['Wait'])
  })
})
