import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { someNewRun } from '#proof/testing/appends.ts'
import { presentSql } from '#server/log/cursor.ts'
import { rowsLookedAt } from '../../db/testing/rows-looked-at.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { startRuns } from '../../engine/store/start.ts'
import { readChangedRuns } from './changed-runs.ts'
import { createIndexPool } from './index-pool.ts'
import { indexRuns } from './index-runs.ts'

const RUNS = 2_000
const CHANGED = 10

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createIndexPool(database.url)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const start = (count: number) =>
  startRuns(
    pool,
    Array.from({ length: count }, () => someNewRun()),
  )

it('looks up the runs that have changed, by plans that were made while there were none', async () => {
  await readChangedRuns(pool)
  await indexRuns(pool, [])
  await start(RUNS)
  await pool.query(`insert into run_search (run_id, owner_id, seq, numbers) select id, owner_id, 1, 1 from run`)
  const { rows } = await pool.query<{ xmin: string }>(`select ${presentSql} as xmin`)
  const some = (await start(CHANGED)).map((run) => run?.runId ?? '')

  expect(await rowsLookedAt(pool, 'changed-runs', [rows[0]?.xmin ?? '', 'null', '2000'])).toBeLessThan(20 * CHANGED)
  expect(await rowsLookedAt(pool, 'runs-to-index', [`'{${some.join(',')}}'`])).toBeLessThan(20 * CHANGED)
  const entries = JSON.stringify(
    some.map((id) => ({ run_id: id, owner_id: 'local', seq: 2, numbers: 1, found: [['7', 1]] })),
  )
  expect(await rowsLookedAt(pool, 'index-runs', [`'${entries}'`])).toBeLessThan(40 * CHANGED)
})
