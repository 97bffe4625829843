import { publicStatuses } from '#core/run/statuses.ts'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { encodeCursor } from '#server/cursor.ts'
import { getOverview } from '#server/overview/get-overview.ts'
import { getTrends } from '#server/overview/get-trends.ts'
import { type TrendRange, trendRanges } from '#server/overview/trend-range.ts'
import { createCellCache } from '#server/runs/grid/cell-cache.ts'
import { getRunGrid } from '#server/runs/grid/get-run-grid.ts'
import { countMatching } from '#server/runs/list/count-matching.ts'
import { countRuns } from '#server/runs/list/count-runs.ts'
import { listFailures } from '#server/runs/list/list-failures.ts'
import { listRuns } from '#server/runs/list/list-runs.ts'
import type { RunFilter, ValueCondition } from '#server/runs/list/run-filter.ts'
import type { Stores } from '#server/stores.ts'
import { listWorkflows } from '#server/workflows/list-workflows.ts'
import type { Row } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { at, median, ms, nowMs } from '../harness/stats.ts'
import { measureInbox } from './inbox-benches.ts'
import { openListStores } from './list-stores.ts'

const GOAL_MS = 100
const PAGE = 50

/** The user of local mode, who sees every owner, unless owners are separated by roles; and a person of one owner. */
const { everyOwner, ...ofOneOwner } = localActor
const admin: Actor = process.env.BENCH_ROLES === 'on' ? ofOneOwner : { ...ofOneOwner, everyOwner: everyOwner === true }
const clerk: Actor = { ...localPerson, id: 'clerk', groups: ['group-3'] }

const filters: readonly (readonly [string, RunFilter])[] = [
  ['newest roots', { rootsOnly: true }],
  ['failed', { status: ['FAILED'] }],
  ['of one workflow', { workflow: 'Refund' }],
  ['waiting for a person or a signal', { blockedOnHuman: true }],
  ['waiting for a person', { waitingFor: 'person', rootsOnly: true }],
  ['waiting for a signal', { waitingFor: 'signal', rootsOnly: true }],
  ['by tag', { tags: ['customer-77'] }],
  ['by part of an error', { error: 'cause f' }],
  ['by a word that is nowhere', { search: 'nowhere-to-be-seen' }],
  ['by a word of the input', { search: 'n12', rootsOnly: true }],
  ['by a word of most inputs', { search: 'customer', rootsOnly: true }],
  ['by a part of any value', { within: 'customer 12', rootsOnly: true }],
  ['that need attention', { trouble: 'any', rootsOnly: true }],
  ['by a value of the input', { values: [{ in: 'input', path: ['order'], is: '=', value: 'A-4711' }] }],
  ['by a value anywhere', { values: [{ in: 'any', path: ['customer', 'name'], is: '=', value: 'customer 12' }] }],
  ['by a part of a text', { values: [{ in: 'input', path: ['customer', 'name'], is: 'contains', value: 'nobody' }] }],
  ['by a comparison', { values: [{ in: 'input', path: ['amount'], is: '>', value: 9_990 }] }],
  ['by a cause of failure', { fingerprint: '0000000000000003' }],
  ['longer than four minutes', { longerThanMs: 240_000, status: ['COMPLETED'] }],
  ['people wait for too long', { trouble: 'waiting' }],
  ['a signal does not come', { trouble: 'signal' }],
  ['failed, not acknowledged', { trouble: 'failed' }],
  ['retrying repeatedly', { trouble: 'retrying' }],
  ['waiting for a worker', { trouble: 'no_worker' }],
  ['nothing comes of them', { trouble: 'stale' }],
  ['quarantined', { trouble: 'quarantined' }],
  ['created on one day', { createdFrom: daysAgo(11), createdTo: daysAgo(10) }],
  ['ended on one day', { endedFrom: daysAgo(11), endedTo: daysAgo(10) }],
  ['of a version that none has', { workflow: 'Order', version: 7 }],
  ['of another owner', { ownerId: 'nobody' }],
  ['of another region', { dataRegion: 'elsewhere' }],
  ['with a tag that none has', { tags: ['nobody'] }],
  ['with an error that none has', { error: 'no such words' }],
  ['shorter than a second, of one workflow', { shorterThanMs: 1_000, workflow: 'Order' }],
  ['longer than any', { longerThanMs: 86_400_000 * 365 }],
  ['under way for a month', { longerThanMs: 86_400_000 * 30, publicStatus: ['running', 'waiting'] }],
  ['by a value of the state', { values: [{ in: 'state', path: ['total'], is: '=', value: 11.9 }] }],
  ['by a value that none has', { values: [{ in: 'any', path: ['order'], is: '=', value: 'none' }] }],
  ['by two values', { values: [named('customer 12'), { in: 'input', path: ['amount'], is: '<', value: 2_000 }] }],
  ...publicStatuses.map((word): readonly [string, RunFilter] => [`that are called ${word}`, { publicStatus: [word] }]),
]

/** Filters that most runs pass, so that a reader may page through the list to the end. */
const longLists: readonly (readonly [string, RunFilter])[] = [
  ['roots', { rootsOnly: true }],
  ['most by a value', { values: [{ in: 'input', path: ['amount'], is: '>', value: 10 }] }],
  ['half by a value anywhere', { values: [{ in: 'any', path: ['amount'], is: '<', value: 5_000 }] }],
  ['one in a thousand by a value', { values: [named('customer 12')] }],
  ['most by a word', { search: 'r' }],
]

function named(customer: string): ValueCondition {
  return { in: 'input', path: ['customer', 'name'], is: '=', value: customer }
}

/**
 * Measures each list query repeatedly; a figure is the server's time, the database included. With roles of the database,
 * each query is asked in turns without and with row-level security.
 */
export async function measureLists(stage: Stage, rounds: number): Promise<readonly Row[]> {
  const { pool } = stage
  const { stores, ways, use, close } = openListStores(stage)
  const cells = createCellCache()
  const rows: Row[] = []
  const measure = async (shape: string, ask: () => Promise<unknown>) => {
    const took = new Map(ways.map((way) => [way, [] as number[]]))
    for (let round = -1; round < rounds; round += 1) {
      for (const way of ways) {
        use(way)
        const startedAt = nowMs()
        await ask()
        // The first round warms up.
        if (round >= 0) took.get(way)?.push(nowMs() - startedAt)
      }
    }
    rows.push(rowOf(shape, took.get('one role') ?? [], took.get('roles')))
  }
  try {
    for (const [name, filter] of filters) {
      await measure(`runs, ${name}`, () => listRuns(stores, admin, { ...filter, limit: PAGE }))
    }
    for (const [name, filter] of longLists) {
      for (const part of [0, 0.25, 0.9]) {
        const cursor = part === 0 ? null : await cursorBehind(pool, part)
        const place = part === 0 ? 'first page' : `page behind ${part * 100} % of all runs`
        await measure(`runs, ${name}, ${place}`, () => listRuns(stores, admin, { ...filter, limit: PAGE, cursor }))
      }
    }
    await measure('runs of one owner', () => listRuns(stores, clerk, { rootsOnly: true, limit: PAGE }))
    await measure('runs, counts by status', () => countRuns(stores, admin))
    await measure('runs that need attention, counted', () =>
      countMatching(stores, admin, { trouble: 'any', rootsOnly: true }),
    )
    await measure('runs, a saved view counted', () => countMatching(stores, admin, { status: ['FAILED'] }))
    for (const workflow of ['Order', 'Refund', 'Loan']) {
      await measure(`the steps of ${workflow} across its last runs`, () =>
        getRunGrid(stores, cells, admin, { workflow, rootsOnly: true }),
      )
    }
    await measure('failures by cause', () => listFailures(stores, admin, { limit: PAGE }))
    await measure('overview', () => getOverview(stores, admin))
    for (const range of Object.keys(trendRanges) as TrendRange[]) {
      await measure(`overview, the trends of ${range}`, () => getTrends(stores, admin, range))
    }
    await measure('workflows', () => listWorkflows(stores, admin, { limit: PAGE }))
    await measureInbox(stores, clerk, measure)
    return rows
  } finally {
    await close()
  }
}

function rowOf(shape: string, plain: readonly number[], withRoles: readonly number[] | undefined): Row {
  const [p50, p95] = [median(plain), at(plain, 0.95)]
  const row = {
    bench: 'lists',
    shape,
    measured: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
    goal: `< ${GOAL_MS} ms`,
    met: p95 < GOAL_MS,
    figures: { p50, p95 },
  }
  if (!withRoles) return row
  const [rolesP50, rolesP95] = [median(withRoles), at(withRoles, 0.95)]
  return {
    ...row,
    against: `row-level security: p50 ${ms(rolesP50)}, p95 ${ms(rolesP95)}`,
    ratio: `${(rolesP50 / p50).toFixed(2)} ×`,
    met: row.met && rolesP95 < GOAL_MS,
    figures: { ...row.figures, rolesP50, rolesP95 },
  }
}

/** The cursor of a list after this part of all runs: of 100,000, a quarter are 500 pages. */
async function cursorBehind(pool: Stores['pool'], part: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from run order by id desc offset (select count(*) from run) * $1::float8 limit 1',
    [part],
  )
  return encodeCursor([rows[0]?.id ?? ''])
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}
