import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noRows, someAppend, someNewRun } from '#proof/testing/appends.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import type { EngineIdentity, Store } from '../ports.ts'
import { createPostgresStore } from '../store/postgres-store.ts'
import { startRuns } from '../store/start.ts'
import { createEngineMetrics } from './engine-metrics.ts'
import { measuredStore } from './measured-store.ts'

const metrics = createEngineMetrics()

/** The sum of a metric over its labels, or of those with this label. */
async function counted(name: string, label?: string): Promise<number> {
  const all = (await metrics.snapshot()) as unknown as readonly {
    readonly name: string
    readonly values: readonly { readonly value: number; readonly metricName?: string; readonly labels: object }[]
  }[]
  const values = all.find((metric) => name.startsWith(metric.name))?.values ?? []
  return values
    .filter(({ metricName }) => metricName === undefined || metricName === name)
    .filter(({ labels }) => label === undefined || Object.values(labels).includes(label))
    .reduce((sum, { value }) => sum + value, 0)
}

describe('the measured store', () => {
  let database: TestDatabase
  let pool: pg.Pool
  let store: Store
  let engine: EngineIdentity
  beforeAll(async () => {
    database = await createTestDatabase()
    pool = new pg.Pool({ connectionString: database.url, max: 2 })
    store = measuredStore(createPostgresStore(database.url), metrics)
    engine = await store.register('here', 1, 60_000)
  })
  afterAll(async () => {
    await Promise.all([store.close(), pool.end()])
    await database.drop()
  })

  const startTwo = async () => {
    const started = await startRuns(pool, [someNewRun(), someNewRun()])
    const take = (runs: readonly { readonly runId: string }[]) => ({
      appends: runs.map(({ runId }) => someAppend(runId, 3, { claim: true })),
      leave: [],
    })
    await store.claim(engine, { runs: 10 }, async (runs) => take(runs))
    return started.map((run) => run?.runId ?? '')
  }

  it('counts runs that were taken, commits with their runs, and ends by status, once each', async () => {
    const runIds = await startTwo()
    expect(await counted('heddle_runs_claimed_total')).toBe(2)
    const ended = {
      ...{
        status: 'COMPLETED',
        phase: 'COMPLETED',
        held: false,
        pending: false,
        calledFailed: false,
        error: null,
        humanWait: null,
      },
      ...{ startedAt: 1, endedAt: 2 },
    }
    const [one = '', two = ''] = runIds
    await store.append(engine, [someAppend(one, 4, { projection: ended }), someAppend(two, 4)], 0, false)
    await store.append(engine, [someAppend(one, 5, { projection: { ...ended, phase: 'COMPLETED_ACK' } })], 0, false)
    expect(await counted('heddle_commit_runs_count')).toBe(2)
    expect(await counted('heddle_commit_runs_sum')).toBe(3)
    expect(await counted('heddle_commit_duration_seconds_count')).toBe(2)
    expect(await counted('heddle_runs_ended_total', 'COMPLETED')).toBe(1)
  })

  it('counts what was fenced, and commits that failed by their kind', async () => {
    const [one = '', two = ''] = await startTwo()
    await store.append(engine, [someAppend(one, 4)], 0, false)
    await store.append(engine, [someAppend(one, 4), someAppend(two, 4)], 0, false)
    expect(await counted('heddle_fenced_appends_total')).toBe(1)
    const poison = { ...noRows, messages: [{ to: 'nobody', command: { type: 'timer_fired', timer_id: '' } as const }] }
    await expect(store.append(engine, [someAppend(one, 5, { rows: poison })], 0, false)).rejects.toThrow()
    expect(await counted('heddle_failed_commits_total', 'poisoned')).toBe(1)
  })

  it('counts runs that were taken back from an engine that is gone, and its own lost lease', async () => {
    const other = await store.register('there', 2, 60_000)
    await pool.query(`update engine set lease_expires_at = now() - interval '1 s' where id = $1`, [engine.id])
    expect(await store.renew(engine, 60_000)).toBeNull()
    expect(await counted('heddle_leases_lost_total')).toBe(1)
    expect(await store.renew(other, 60_000)).not.toBeNull()
    const held = await pool.query('select from run_state where engine_id is not null')
    await store.recover()
    expect(await counted('heddle_recoveries_total')).toBe(1)
    expect(await counted('heddle_runs_recovered_total')).toBe(held.rowCount)
    expect(held.rowCount).toBeGreaterThan(0)
  })

  it('counts timers that fired', async () => {
    await pool.query(`insert into timer select run_id, 't', now() from run_state limit 2`)
    await store.fireTimers(engine, 10)
    expect(await counted('heddle_timers_fired_total')).toBe(2)
  })
})
