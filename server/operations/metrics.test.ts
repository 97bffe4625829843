import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { operationRoutes } from '../api/operations.ts'
import { createPool } from '../db/pool.ts'
import { createEngineMetrics, type EngineMetrics } from '../engine/telemetry/engine-metrics.ts'
import { publishMetrics } from '../engine/telemetry/publish-metrics.ts'
import { createMetrics } from './metrics.ts'
import { readiness } from './readiness.ts'
import { logReplication } from './replication.ts'

describe('the metrics', () => {
  let harness: Harness
  let metrics: EngineMetrics
  beforeAll(async () => {
    harness = await createHarness()
    metrics = createEngineMetrics()
    await harness.publish('Ends', [standard('Once', 'add_one'), standard('Twice', 'add_one')])
    await harness.publish('Fails', [standard('Broken', 'fail_for_good')])
    await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }])
  })
  afterAll(() => harness.close())

  const routes = () =>
    operationRoutes({ readiness: () => readiness(harness.pool), metrics: createMetrics(harness.pool) })
  const text = async () => (await routes().request('/metrics')).text()
  /** The value of one series; undefined when it is not there. */
  const seriesValue = async (series: string) => {
    const line = (await text()).split('\n').find((each) => each.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }

  it('say that nobody is ready while no engine runs, and why', async () => {
    const answer = await routes().request('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ status: 'not ready', reasons: ['No engine is running.'] })
    expect(await seriesValue('heddle_engines')).toBe(0)
  })

  it('say what kind of replication there is, as the log does at the start', async () => {
    expect(await seriesValue('heddle_database_replication{kind="none"}')).toBe(1)
    expect(await seriesValue('heddle_database_replication{kind="synchronous"}')).toBe(0)
    const lines: string[] = []
    await logReplication(harness.pool, (line) => lines.push(line))
    expect(lines).toEqual([expect.stringMatching(/^replication of the database: none\. /)])
  })

  it('say how long the run whose turn is next has waited, and nothing while none waits', async () => {
    expect(await seriesValue('heddle_ready_age_seconds')).toBe(0)
    await harness.pool.query(
      `insert into ready (run_id, owner_id, position, created_at)
       values (gen_random_uuid(), 'local', 1, now() - interval '90 seconds'), (gen_random_uuid(), 'local', 2, now())`,
    )
    expect(await seriesValue('heddle_ready_age_seconds')).toBeGreaterThanOrEqual(90)
    expect(await seriesValue('heddle_ready_runs')).toBe(2)
    await harness.pool.query('delete from ready')
  })

  it('say what the database holds and what each engine has done, in the format of Prometheus', async () => {
    const engine = await harness.engine({ metrics })
    await harness.until(await harness.start('Ends'), 'COMPLETED')
    await harness.until(await harness.start('Fails'), 'FAILED')
    await harness.until(await harness.start('Asks'), 'WAITING_HUMAN_INPUT')
    await publishMetrics(harness.pool, engine.identity, metrics)

    const answer = await routes().request('/metrics')
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const who = `engine="${hostname()}:${process.pid}"`
    for (const [series, value] of [
      ['heddle_up', 1],
      ['heddle_engines', 1],
      ['heddle_runs{status="COMPLETED"}', 1],
      ['heddle_runs{status="FAILED"}', 1],
      ['heddle_runs{status="CANCELLED"}', 0],
      ['heddle_ready_runs', 0],
      ['heddle_open_human_tasks', 1],
      [`heddle_runs_ended_total{status="COMPLETED",${who}}`, 1],
      [`heddle_runs_ended_total{status="FAILED",${who}}`, 1],
      [`heddle_attempts_ended_total{outcome="completed",${who}}`, 2],
      [`heddle_attempts_ended_total{outcome="failed",${who}}`, 1],
      [`heddle_runs_claimed_total{${who}}`, 3],
      [`heddle_fenced_appends_total{${who}}`, 0],
    ] as const) {
      expect(await seriesValue(series), series).toBe(value)
    }
    expect(await seriesValue(`heddle_commit_duration_seconds_count{${who}}`)).toBeGreaterThan(0)
    expect(await seriesValue('heddle_database_bytes')).toBeGreaterThan(1e6)
    expect(await seriesValue('heddle_event_loop_delay_seconds{process="web",quantile="0.99"}')).toBeGreaterThanOrEqual(
      0,
    )
    expect(
      await seriesValue(`heddle_event_loop_delay_seconds{process="engine",quantile="0.99",${who}}`),
    ).toBeGreaterThanOrEqual(0)
  })

  it('say what the upkeep of the tables has to do: dead rows, and the share of updates that touched no index', async () => {
    const client = await harness.pool.connect()
    for (let times = 0; times < 5; times += 1) await client.query('update engine set host = host')
    await client.query('select pg_stat_force_next_flush()')
    client.release()
    const ofEngine = (name: string) => seriesValue(`heddle_table_${name}{table="engine"}`)
    await expect.poll(() => ofEngine('updates')).toBeGreaterThanOrEqual(5)
    await expect.poll(() => ofEngine('dead_rows')).toBeGreaterThan(0)
    expect(await ofEngine('hot_share')).toBeGreaterThan(0)
    expect(await ofEngine('hot_share')).toBeLessThanOrEqual(1)
    for (const table of ['run_state', 'run_log', 'ready', 'mailbox', 'timer', 'human_task']) {
      expect(await seriesValue(`heddle_table_hot_share{table="${table}"}`), table).toBeLessThanOrEqual(1)
    }
  })

  it('describe every metric once, before its values', async () => {
    const lines = (await text()).split('\n').filter((line) => line !== '')
    const described = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2])
    expect(new Set(described).size).toBe(described.length)
    expect(
      lines.filter((line) => !/^(# (HELP|TYPE) heddle_\w+ .+|heddle_\w+(\{[^}]*\})? [-+.\de]+)$/.test(line)),
    ).toEqual([])
  })

  it('say ready with an engine and its migrations, and name a migration that is not applied', async () => {
    expect(await (await routes().request('/readyz')).json()).toEqual({ status: 'ready' })
    await harness.pool.query(
      `update "_prisma_migrations" set rolled_back_at = now() where migration_name like '%_initial'`,
    )
    expect(await readiness(harness.pool)).toEqual(['Migrations are not applied: 20261121000000_initial.'])
    await harness.pool.query('update "_prisma_migrations" set rolled_back_at = null')
  })

  it('are answered without the database: it is down, and so is readiness', async () => {
    const nowhere = createPool('postgresql://nobody@127.0.0.1:1/nothing', 1)
    const lost = operationRoutes({ readiness: () => readiness(nowhere), metrics: createMetrics(nowhere) })
    const answer = await lost.request('/metrics')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('heddle_up 0\n')
    expect(await (await lost.request('/readyz')).json()).toEqual({
      status: 'not ready',
      reasons: ['The database does not respond.'],
    })
    await nowhere.end()
  })
})
