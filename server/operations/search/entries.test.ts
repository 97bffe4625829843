import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { startRuns } from '../../engine/store/start.ts'
import { someNewRun } from '../../engine/testing/appends.ts'
import { keepEntries } from './entries.ts'
import { createIndexPool } from './index-pool.ts'

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

it('keeps no entry that was made from more of a history than the database has', async () => {
  const runs = [someNewRun(), someNewRun()]
  await startRuns(pool, runs)
  const entryAt = (runId: string, seq: number) => ({
    runId,
    row: JSON.stringify({
      run_id: runId,
      owner_id: 'local',
      seq,
      input: {},
      state: {},
      fingerprint: null,
      failure: null,
    }),
  })
  const [one = randomUUID(), other = randomUUID()] = runs.map(({ runId }) => runId)
  const last = runs[0]?.lastSeq ?? 0
  expect(await keepEntries(pool, [entryAt(one, last), entryAt(other, last + 1)])).toEqual([])
  expect((await pool.query('select run_id, seq from run_search')).rows).toEqual([{ run_id: one, seq: last }])
})
