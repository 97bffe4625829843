import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { readLastEvents } from './read-last-events.ts'

let testDatabase: TestDatabase
let pool: Pool
const runId = randomUUID()
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  pool = createPool(testDatabase.url, 1)
  // Two events a row, of which each has about a thousand bytes.
  const texts = [1, 3, 5].map((seq) =>
    JSON.stringify([seq, seq + 1].map((each) => ({ seq: each, note: 'x'.repeat(1_000) }))),
  )
  await pool.query(
    `insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
     select $1, seq, 0, gen_random_uuid(), events, seq + 1, '{}', now(), 1 from unnest($2::int[], $3::text[]) as r(seq, events)`,
    [runId, [1, 3, 5], texts],
  )
})
afterAll(async () => {
  await pool.end()
  await testDatabase.drop()
})

const seqs = async (most: number, mostBytes?: number) =>
  (await readLastEvents(pool, runId, most, mostBytes)).map(({ seq }) => seq)

it('reads the latest events of a run, in order, and of large ones the latest that fit', async () => {
  expect(await seqs(100)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await seqs(3)).toEqual([4, 5, 6])
  expect(await seqs(100, 3_000)).toEqual([3, 4, 5, 6])
  expect(await seqs(100, 1)).toEqual([5, 6])
})
