import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unsafeRuns } from '#components/inbox/unsafe-runs.ts'
import { figureLinks } from '#components/overview/figure-links.ts'
import { allEndedPath, endedPaths, endings, spanOf } from '#components/overview/trends/trend-words.ts'
import { runQuery } from '#components/runs/list/filters/run-query.ts'
import { readAddress } from '#components/runs/list/filters/use-run-filter.ts'
import { countOf, failedStatuses, statusGroups } from '#components/runs/status-groups.ts'
import { type RunsAddress, runsPath } from '#components/shell/paths.ts'
import { samples } from '#core/testing/samples.ts'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { createDatabase, type Database } from '#server/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'
import { countTasks } from '#server/inbox/count-tasks.ts'
import { listTasks } from '#server/inbox/list-tasks.ts'
import { getOverview } from '#server/overview/get-overview.ts'
import { getTrends } from '#server/overview/get-trends.ts'
import { countMatching } from '#server/runs/list/count-matching.ts'
import { countRuns } from '#server/runs/list/count-runs.ts'
import { listFailures } from '#server/runs/list/list-failures.ts'
import { listRuns } from '#server/runs/list/list-runs.ts'
import { runFilter } from '#server/runs/list/run-filter.ts'
import { createStores, type Stores } from '#server/stores.ts'
import { listWorkflows } from '#server/workflows/list-workflows.ts'
import { insertFamilies } from '../testing/insert-families.ts'
import { drawnFamily, families } from '../testing/run-families.ts'

const FAMILIES = samples(100, 400)
const ROUNDS = samples(2, 8)
const ana: Actor = { ...localPerson, id: 'ana', name: 'Ana', groups: ['clerks'] }

let database: TestDatabase
let pool: pg.Pool
let client: Database
let stores: Stores

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 4 })
  client = createDatabase(database.url)
  stores = createStores(pool, client)
  await pool.query(`insert into worker (id, queues, expires_at) values ('w', '{mails}', now() + interval '1 hour')`)
  for (const name of families) {
    await pool.query(`insert into workflow (owner_id, name, latest_version) values ('local', $1, 1)`, [name])
    await pool.query(`insert into draft (owner_id, name, text, updated_by) values ('local', $1, '', 'local')`, [name])
  }
})
afterAll(async () => {
  await client.$disconnect()
  await pool.end()
  await database.drop()
})

/** The filter that the page behind a link asks the server for. */
const filterOf = (path: string) => runFilter.parse(runQuery(readAddress(path.split('?')[1] ?? ''), Date.now()))

/** The number of rows of the list behind a link, read to its end. */
async function behind(path: string): Promise<number> {
  const query = filterOf(path)
  const ids = new Set<string>()
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listRuns>> = await listRuns(stores, localActor, {
      ...query,
      limit: 100,
      cursor,
    })
    for (const { runId } of page.items) ids.add(runId)
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids.size
}

/** What a tab of the list of runs shows. */
async function counted(filter: RunsAddress): Promise<number> {
  return (await countMatching(stores, localActor, filterOf(runsPath(filter)))).count
}

async function overviewNumbers(): Promise<readonly (readonly [name: string, number: number, path: string])[]> {
  const { byStatus, concerns, waitingRuns, failed, unsafe } = await getOverview(stores, localActor)
  return [
    ['in progress', countOf(byStatus, statusGroups.progress), figureLinks.progress],
    ['failed', failed.count, figureLinks.failed],
    ['unsafe', unsafe.count, figureLinks.unsafe],
    ['to acknowledge, in the inbox', unsafe.count, runsPath({ phase: unsafeRuns.phase })],
    ['completed', countOf(byStatus, statusGroups.completed), figureLinks.completed],
    ['waiting for people', waitingRuns.person.count, runsPath({ waits: 'person' })],
    ['waiting for signals', waitingRuns.signal.count, runsPath({ waits: 'signal' })],
    ...Object.entries(byStatus).map(([status, count]) => [status, count, runsPath({ status: [status] })] as const),
    ...concerns.map(
      ({ trouble, queue, count }) => [`${trouble} ${queue}`, count, runsPath({ trouble, queue })] as const,
    ),
  ]
}

async function trendNumbers(): Promise<readonly (readonly [name: string, number: number, path: string])[]> {
  const { total, buckets, stepMs, from, to, failing } = await getTrends(stores, localActor, '24h')
  const span = { endedFrom: from, endedTo: to }
  return [
    ...endings.map((ending) => [ending, total[ending], endedPaths[ending](span)] as const),
    ...buckets.flatMap((bucket) =>
      endings.map((ending) => [bucket.at, bucket[ending], endedPaths[ending](spanOf(bucket, stepMs))] as const),
    ),
    ...failing.flatMap(({ workflow, failed, ended, cause }) => [
      [`${workflow} failed`, failed, runsPath({ ...span, workflow, status: failedStatuses })] as const,
      [`${workflow} ended`, ended, allEndedPath({ ...span, workflow })] as const,
      ...(cause ? [[cause.shape, cause.count, runsPath({ ...span, cause: cause.fingerprint })] as const] : []),
    ]),
  ]
}

async function listNumbers(): Promise<readonly (readonly [name: string, number: number, path: string])[]> {
  const tabs: readonly RunsAddress[] = [
    {},
    { trouble: 'any' },
    { waits: 'person' },
    { waits: 'signal' },
    { status: statusGroups.progress },
    { status: statusGroups.completed },
  ]
  const all = [...tabs, ...tabs.map((tab) => ({ ...tab, workflow: 'Order' })), { children: true }]
  const { items: failures } = await listFailures(stores, localActor, { rootsOnly: true, limit: 100 })
  const { items: workflows } = await listWorkflows(stores, localActor, { limit: 100 })
  const ofOrder = await countRuns(stores, localActor, 'Order')
  return [
    ...(await Promise.all(all.map(async (tab) => [JSON.stringify(tab), await counted(tab), runsPath(tab)] as const))),
    ...failures.map(({ fingerprint, count }) => [fingerprint, count, runsPath({ cause: fingerprint })] as const),
    ...Object.entries(ofOrder).map(
      ([status, count]) => [`Order ${status}`, count, runsPath({ workflow: 'Order', status: [status] })] as const,
    ),
    ...workflows.flatMap(({ name, runs: { total, live, failed } }) => [
      [`${name} in all`, total, runsPath({ workflow: name })] as const,
      [
        `${name} live`,
        live,
        runsPath({ workflow: name, status: [...statusGroups.progress, ...statusGroups.people] }),
      ] as const,
      [`${name} failed`, failed, runsPath({ workflow: name, status: failedStatuses })] as const,
    ]),
  ]
}

it('every count of runs and tasks is the length of the list behind it, over generated families of runs', async () => {
  const drawn = fc.sample(drawnFamily, { numRuns: FAMILIES, seed: 27 })
  for (let round = 0; round < ROUNDS; round += 1) {
    await insertFamilies(pool, drawn.slice((round * FAMILIES) / ROUNDS, ((round + 1) * FAMILIES) / ROUNDS))
    const numbers = [...(await overviewNumbers()), ...(await trendNumbers()), ...(await listNumbers())]
    const lengths = await Promise.all(numbers.map(async ([name, , path]) => [name, await behind(path), path] as const))
    expect(numbers).toEqual(lengths)
    for (const actor of [localActor, ana]) {
      const counts = await countTasks(stores, actor)
      for (const scope of [
        'available',
        'mine',
        'groups',
        'later',
        ...(actor === localActor ? ['all' as const] : []),
      ] as const) {
        const { items } = await listTasks(stores, actor, { scope, limit: 1_000 })
        expect([actor.id, scope, items.length]).toEqual([actor.id, scope, counts[scope]])
      }
    }
  }
  // What was drawn is of every kind, so that no number is right by being 0.
  const { concerns } = await getOverview(stores, localActor)
  const troubles = new Set(concerns.map(({ trouble }) => trouble))
  expect([...troubles].toSorted()).toEqual([
    'failed',
    'no_worker',
    'quarantined',
    'retrying',
    'signal',
    'stale',
    'waiting',
  ])
  expect(await counted({ trouble: 'any' })).toBeLessThan(await counted({}))
})

it('counts of roots look at no run of a sub-workflow beyond its status', async () => {
  const { byStatus } = await getOverview(stores, localActor)
  expect(byStatus).toEqual(await countRuns(stores, localActor))
  const { rows } = await pool.query<{ roots: number; runs: number }>(
    `select count(*) filter (where parent_run_id is null)::int as roots, count(*)::int as runs from run
      where not exists (select from run t where t.id = run.root_run_id and t.version < 0)`,
  )
  expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(rows[0]?.roots)
  expect(await counted({ children: true })).toBe(rows[0]?.runs)
})
