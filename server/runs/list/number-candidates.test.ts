import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor } from '../../actor.ts'
import { rowsLookedAt } from '../../db/testing/rows-looked-at.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { numberKey } from '../../number-key.ts'
import { matchingRuns } from './matching-runs.ts'
import type { RunFilter } from './run-filter.ts'

const RUNS = 2 * limits.search.candidates
const FEW = 20

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Ended runs of one amount and duration, in the tables that the filter reads. */
async function make(runs: number, value: number): Promise<void> {
  await pool.query(
    `with made as (select uuidv7() as id from generate_series(1, $1::int)),
     header as (insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by)
                select id, 'local', 'local', 'Order', 1, id, 'local' from made),
     state as (insert into run_state (run_id, owner_id, status, phase, pending, started_at, ended_at)
               select id, 'local', 'COMPLETED', 'SUCCESS', false, now(), now() + make_interval(secs => $2::float8 / 1000) from made),
     entry as (insert into run_search (run_id, owner_id, seq, numbers, input)
               select id, 'local', 1, 1, jsonb_build_object('amount', $2::float8) from made)
     insert into run_number (run_id, owner_id, key, number)
     select id, 'local', key, $2::float8 from made, unnest(array[0, $3::bigint]) key`,
    [runs, value, numberKey(['amount'])],
  )
}

let asked = 0
async function ask(filter: RunFilter): Promise<{ readonly found: number; readonly rows: number }> {
  const values: unknown[] = []
  const { tables, selects } = matchingRuns(localActor, filter, (value) => `$${values.push(value)}`, '51')
  asked += 1
  const name = `asked-${asked}`
  const text = `with ${tables.join(', ')} select id from (${selects.join(' union ')}) found order by id desc limit 51`
  const { rows } = await pool.query({ name, text, values })
  const parameters = values.map((value) => `'${String(value)}'`)
  return { found: rows.length, rows: await rowsLookedAt(pool, name, parameters) }
}

const few: readonly RunFilter[] = [
  { longerThanMs: 5_000 },
  { values: [{ in: 'any', path: ['amount'], is: '>', value: 5_000 }] },
  {
    values: [
      { in: 'input', path: ['amount'], is: '>', value: 5_000 },
      { in: 'input', path: ['amount'], is: '<', value: 20_000 },
    ],
  },
]
const many: readonly RunFilter[] = [
  { shorterThanMs: 5_000 },
  { values: [{ in: 'input', path: ['amount'], is: '<=', value: 5_000 }] },
]

it('a comparison looks at as many runs however many there are, whether few or most of them match', async () => {
  await make(FEW, 9_000)
  await make(RUNS, 100)
  await pool.query('vacuum analyze')
  const before = { few: await Promise.all(few.map(ask)), many: await Promise.all(many.map(ask)) }
  await make(RUNS, 100)
  await pool.query('vacuum analyze')
  for (const [place, filter] of few.entries()) {
    const { found, rows } = await ask(filter)
    expect(found, JSON.stringify(filter)).toBe(FEW)
    expect(rows, JSON.stringify(filter)).toBeLessThan(100 * FEW)
    expect(rows).toBeLessThanOrEqual((before.few[place]?.rows ?? 0) + FEW)
  }
  for (const [place, filter] of many.entries()) {
    const { found, rows } = await ask(filter)
    expect(found, JSON.stringify(filter)).toBe(51)
    expect(rows, JSON.stringify(filter)).toBeLessThanOrEqual((before.many[place]?.rows ?? 0) * 1.01)
  }
})

it('finds runs whose numbers are not indexed yet, or not all of them', async () => {
  for (const state of [0, 2]) {
    await pool.query(
      `with one as (select run_id from run_number where number = 9000 and key = $1 limit 1),
       gone as (delete from run_number n using one where n.run_id = one.run_id and n.key = $1)
       update run_search q set numbers = $2 from one where q.run_id = one.run_id`,
      [numberKey(['amount']), state],
    )
  }
  for (const filter of few) expect((await ask(filter)).found).toBe(FEW)
})
