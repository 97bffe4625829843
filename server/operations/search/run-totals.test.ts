import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { localActor } from '#server/access/actor.ts'
import { createDatabase, type Database } from '#server/db/client.ts'
import { rootCounts } from '#server/root-counts.ts'
import { countRuns } from '#server/runs/list/count-runs.ts'
import { removeRun } from '#server/runs/removal/remove-run.ts'
import { createStores, type Stores } from '#server/stores.ts'
import { listWorkflows } from '#server/workflows/list-workflows.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Repeated } from '../repeat.ts'
import { removeLeftovers } from '../retention/remove-leftovers.ts'
import { startRunIndex } from './run-index.ts'

let harness: Harness
let engine: Engine
let database: Database
let stores: Stores
let index: Repeated | undefined

beforeAll(async () => {
  harness = await createHarness()
  engine = await harness.engine()
  database = createDatabase(harness.databaseUrl, 2)
  stores = createStores(harness.pool, database)
  await harness.publish('Ends', [standard('First', 'add_one')])
  await harness.publish('Breaks', [standard('Break', 'fail_for_good')])
  await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }])
  await harness.publish('Calls', [{ name: 'Below', type: 'SUB_WORKFLOW', sub_workflow_type: 'Ends' }])
})
afterAll(async () => {
  await index?.stop()
  await database.$disconnect()
  await harness.close()
})

/** The numbers of the pages and those of the tables, in one snapshot: they are equal at every moment. */
async function numbers(): Promise<{ readonly shown: object; readonly counted: object }> {
  const client = await harness.pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const seen = { ...stores, pool: client as unknown as Stores['pool'] }
    const { rows } = await client.query<{ workflow: string; status: string; runs: number }>(
      `select r.workflow, s.status, count(*)::int as runs from run r join run_state s on s.run_id = r.id
        where not s.child and r.version > 0 group by 1, 2 order by 1, 2`,
    )
    const sum = (among: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(among).reduce((total, { runs }) => total + runs, 0)
    const byStatus = Object.fromEntries(rows.map(({ status }) => [status, sum((row) => row.status === status)]))
    const { items } = await listWorkflows(seen, localActor, { limit: 10 })
    const shown = {
      all: await countRuns(seen, localActor),
      breaks: await countRuns(seen, localActor, 'Breaks'),
      workflows: Object.fromEntries(items.map(({ name, runs }) => [name, runs.total])),
    }
    const ofBreaks = rows.filter(({ workflow }) => workflow === 'Breaks')
    const counted = {
      all: byStatus,
      breaks: Object.fromEntries(ofBreaks.map(({ status, runs }) => [status, runs])),
      workflows: Object.fromEntries(items.map(({ name }) => [name, sum(({ workflow }) => workflow === name)])),
    }
    await client.query('commit')
    return { shown, counted }
  } finally {
    client.release()
  }
}

async function expectRight(): Promise<void> {
  const { shown, counted } = await numbers()
  expect(shown).toEqual(counted)
}

const totals = async () =>
  Object.fromEntries(
    (
      await harness.pool.query<{ status: string; runs: number }>(
        'select status, sum(runs)::int as runs from run_total group by status having sum(runs) <> 0',
      )
    ).rows.map(({ status, runs }) => [status, runs]),
  )

async function startEach(times: number): Promise<readonly string[]> {
  const ends = { Ends: 'COMPLETED', Breaks: 'FAILED', Asks: 'WAITING_HUMAN_INPUT', Calls: 'COMPLETED' }
  const runIds: string[] = []
  for (let n = 0; n < times; n += 1) {
    const started = await Promise.all(Object.keys(ends).map((workflow) => harness.start(workflow, { n })))
    await expectRight()
    for (const [place, status] of Object.values(ends).entries()) await harness.until(started[place] ?? '', status)
    runIds.push(...started)
  }
  return runIds
}

it('numbers of runs are exact before there is an index, and while it is behind', async () => {
  await startEach(2)
  await expectRight()
  index = startRunIndex({
    pool: harness.pool,
    databaseUrl: harness.databaseUrl,
    engineId: () => engine.identity.id,
    log: () => undefined,
  })
  for (let round = 0; round < 5; round += 1) await startEach(1)
  await expect.poll(totals).toEqual({ COMPLETED: 14, FAILED: 7 })
  await expectRight()
})

it('a run that begins again is counted where it is now, and where it ends', async () => {
  const [, broken = ''] = await startEach(1)
  await expect.poll(totals).toEqual({ COMPLETED: 16, FAILED: 8 })
  expect(await harness.send(broken, { type: 'retry' })).toMatchObject({ ok: true })
  await expectRight()
  await harness.until(broken, 'FAILED')
  await expectRight()
  await expect.poll(totals).toEqual({ COMPLETED: 16, FAILED: 8 })
})

it('a run that is removed is counted no longer, at once', async () => {
  const [ended = ''] = await startEach(1)
  await expect.poll(totals).toEqual({ COMPLETED: 18, FAILED: 9 })
  await removeRun(stores, localActor, ended)
  expect(await totals()).toEqual({ COMPLETED: 17, FAILED: 9 })
  await expectRight()
})

it('entries of an earlier version are counted as they are, until they are in the totals', async () => {
  await harness.pool.query('update run_search set total_of = null')
  expect(await totals()).toEqual({})
  await expectRight()
  const client = await harness.pool.connect()
  try {
    expect(await removeLeftovers(client, 5)).toBeGreaterThan(0)
    await expectRight()
    while ((await removeLeftovers(client, 100)) > 0);
  } finally {
    client.release()
  }
  expect(await totals()).toEqual({ COMPLETED: 17, FAILED: 9 })
  await expectRight()
})

it('behind an old transaction, such as a backup, an index that stands still is not near', async () => {
  const isNear = async () =>
    (await harness.pool.query(`with ${rootCounts({ owner: '$1' })} select so from index_is_near`, [null])).rows[0].so
  await expect.poll(isNear).toBe(true)
  const old = await harness.pool.connect()
  await old.query('begin; select pg_current_xact_id()')
  // A transaction each, as far as their numbers go.
  await harness.pool.query(`do $$ begin
    create temp table touched (n int);
    for n in 1..20100 loop begin insert into touched values (n); exception when division_by_zero then null; end; end loop;
  end $$`)
  expect(await isNear()).toBe(false)
  await expectRight()
  await old.query('commit')
  old.release()
  await expect.poll(isNear).toBe(true)
})
