import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { rowsLookedAt } from '../../db/testing/rows-looked-at.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { numberKey, severalKey } from '../../number-key.ts'
import { comparedRuns } from './compared-runs.ts'
import { comparisonLimits, comparisonsOf } from './number-candidates.ts'
import type { RunFilter, ValueCondition } from './run-filter.ts'

/** More than are looked at as candidates, so that every step is taken somewhere. */
const RUNS = 1.2 * comparisonLimits.candidates
const MOST = 51

let database: TestDatabase
let pool: pg.Pool
let ranks: Map<string, number>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Runs that ended after as many milliseconds as their rank, which counts from the oldest; the oldest hundred failed, every second one is an Order. */
async function make(from: number, to: number): Promise<void> {
  await pool.query(
    `with made as materialized (select place, uuidv7() as id from generate_series($1::int, $2::int) place),
     header as (insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by, tags)
                select id, 'local', 'local', case place % 2 when 0 then 'Order' else 'Loan' end, 1, id, 'local',
                       case place % 50 when 0 then array['fiftieth'] else '{}' end from made),
     state as (insert into run_state (run_id, owner_id, status, phase, pending, started_at, ended_at)
               select id, 'local', case when place <= 100 then 'FAILED' else 'COMPLETED' end, 'SUCCESS', false, '2026-01-01',
                      timestamptz '2026-01-01' + make_interval(secs => place / 1000.0) from made),
     entry as (insert into run_search (run_id, owner_id, seq, numbers, input)
               select id, 'local', 1, 1, jsonb_build_object('rank', place, 'ranks', jsonb_build_array(place, -place)) from made)
     insert into run_number (run_id, owner_id, workflow, key, number)
     select id, 'local', case place % 2 when 0 then 'Order' else 'Loan' end, key, number
       from made, lateral (values (0::bigint, place), ($3, place), ($4, place), ($4, -place), ($5, 0)) n(key, number)`,
    [from, to, numberKey(['rank']), numberKey(['ranks']), severalKey(['ranks'])],
  )
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ run_id: string; rank: number }>(
    `select run_id::text, (input->>'rank')::int as rank from run_search`,
  )
  ranks = new Map(rows.map(({ run_id, rank }) => [run_id, rank]))
}

const ranked = (is: ValueCondition['is'], value: number, path = 'rank'): ValueCondition => ({
  in: 'any',
  path: [path],
  is,
  value,
})

interface Answer {
  readonly ranks: readonly number[]
  readonly statements: number
  readonly rows: number
}

/** The ranks of the runs that were found, and through how many rows all statements went. */
async function ask(filter: RunFilter, before?: string): Promise<Answer> {
  let statements = 0
  let rows = 0
  const explained = new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key)
      return async (text: string, values: readonly unknown[]) => {
        statements += 1
        asked += 1
        const name = `asked-${asked}`
        const answer = await target.query({ name, text, values: [...values] })
        rows += await rowsLookedAt(target, name, values.map(literal))
        return answer
      }
    },
  })
  const found = await comparedRuns(explained, { actor: localActor, filter, before, most: MOST }, comparisonsOf(filter))
  return { ranks: found.map((id) => ranks.get(id) ?? Number.NaN), statements, rows }
}

let asked = 0
const literal = (value: unknown) => pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))

/** Filters by where their matches lie among a number of runs, and which ranks match. */
const spread = (runs: number): Readonly<Record<string, readonly [RunFilter, (rank: number) => boolean]>> => ({
  'none, by value': [{ values: [ranked('>', 10 * RUNS)] }, () => false],
  'none, by duration': [{ longerThanMs: 10 * RUNS }, () => false],
  'all, by value': [{ values: [ranked('>', 0)] }, () => true],
  'all, by duration': [{ shorterThanMs: 10 * RUNS }, () => true],
  'few, all oldest, by value': [{ values: [ranked('<', 20)] }, (rank) => rank < 20],
  'few, all oldest, by duration': [{ shorterThanMs: 20 }, (rank) => rank < 20],
  'few, all newest, by value': [{ values: [ranked('>=', runs - 20)] }, (rank) => rank >= runs - 20],
  'few, all newest, by duration': [{ longerThanMs: runs - 20 }, (rank) => rank >= runs - 20],
  'few, in the middle': [{ values: [ranked('>', 900), ranked('<', 905)] }, (rank) => rank > 900 && rank < 905],
  'few, of a workflow': [{ workflow: 'Order', longerThanMs: runs - 20 }, (rank) => rank >= runs - 20 && rank % 2 === 0],
})

const expected = (runs: number, matches: (rank: number) => boolean) =>
  Array.from({ length: runs }, (_, place) => runs - place)
    .filter(matches)
    .slice(0, MOST)

it('looks at as many rows however many runs there are, wherever the runs lie that match', async () => {
  await make(1, RUNS)
  const before = new Map<string, number>()
  for (const [name, [filter]] of Object.entries(spread(RUNS))) before.set(name, (await ask(filter)).rows)
  await make(RUNS + 1, 3 * RUNS)
  for (const [name, [filter, matches]] of Object.entries(spread(3 * RUNS))) {
    const answer = await ask(filter)
    expect(answer.ranks, name).toEqual(expected(3 * RUNS, matches))
    expect(answer.rows, name).toBeLessThanOrEqual(1.05 * (before.get(name) ?? 0))
  }
})

it.each<[string, RunFilter, (rank: number) => boolean]>([
  ['many, all oldest', { values: [ranked('<', RUNS)] }, (rank) => rank < RUNS],
  [
    'many, of which the filter leaves the oldest',
    { status: ['FAILED'], values: [ranked('>', 10)] },
    (rank) => rank > 10 && rank <= 100,
  ],
  ['many, of which the filter leaves none', { status: ['CANCELLED'], longerThanMs: 10 }, () => false],
  [
    'many, of which the filter leaves some among others',
    { tags: ['fiftieth'], values: [ranked('>', 10)] },
    (rank) => rank % 50 === 0,
  ],
  [
    'those that have ended in one way or another, and not those that are open',
    { publicStatus: ['failed', 'completed'], longerThanMs: 3 * RUNS - 5 },
    (rank) => rank >= 3 * RUNS - 5,
  ],
  ['none where only open ones may be found', { publicStatus: ['waiting'], longerThanMs: 1 }, () => false],
  ['none where both are asked for', { status: ['ACTIVE'], publicStatus: ['completed'], longerThanMs: 1 }, () => false],
  [
    'many by each of two, few by both',
    { values: [ranked('>', 0)], longerThanMs: 3 * RUNS - 5 },
    (rank) => rank >= 3 * RUNS - 5,
  ],
  [
    'one bound by each number of a list',
    { values: [ranked('>', 3 * RUNS - 9, 'ranks'), ranked('<', -7, 'ranks')] },
    (rank) => rank > 3 * RUNS - 9,
  ],
])('finds %s', async (_, filter, matches) => {
  expect((await ask(filter)).ranks).toEqual(expected(3 * RUNS, matches))
})

it('goes on behind a run', async () => {
  const [last = ''] = [...ranks].find(([, rank]) => rank === 1_000) ?? []
  for (const filter of [{ values: [ranked('>', 10)] }, { shorterThanMs: 990 }]) {
    const limit = 'values' in filter ? 1_000 : 990
    const { ranks: found } = await ask(filter, last)
    expect(found).toEqual(Array.from({ length: MOST }, (_, place) => limit - 1 - place))
  }
})

it('finds runs whose numbers are not indexed yet, or not all of them', async () => {
  for (const [rank, state] of [
    [3, 0],
    [5, 2],
  ] as const) {
    await pool.query(
      `with one as (select run_id from run_search where input->'rank' = to_jsonb($1::int)),
       gone as (delete from run_number n using one where n.run_id = one.run_id and n.key = $2)
       update run_search q set numbers = $3 from one where q.run_id = one.run_id`,
      [rank, numberKey(['rank']), state],
    )
  }
  expect((await ask({ values: [ranked('<', 6)] })).ranks).toEqual([5, 4, 3, 2, 1])
})

it('finds by its duration a run that has just ended, and one that an engine holds', async () => {
  await pool.query(
    `with few as (select run_id, row_number() over (order by run_id) as place from (select run_id from run_state order by run_id limit 2) oldest),
     gone as (delete from run_number n using few where n.run_id = few.run_id)
     update run_state s set started_at = now() - interval '1 hour', ended_at = case place when 1 then now() end,
            engine_id = case place when 2 then 'held' end from few where few.run_id = s.run_id`,
  )
  expect((await ask({ longerThanMs: 3_000_000 })).ranks).toEqual([2, 1])
})
