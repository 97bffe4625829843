import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { readEvents } from './read-events.ts'

const runId = '00000000-0000-4000-8000-000000000001'
const mostBytes = 1_000
let testDatabase: TestDatabase
let pool: Pool

/** Rows of three events each: the second and the last one are larger than an answer. */
const sizes = [10, 5_000, 10, 10, 5_000]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  pool = createPool(testDatabase.url, 2)
  for (const [row, size] of sizes.entries()) {
    const seq = 1 + 3 * row
    const events = [seq, seq + 1, seq + 2].map((n) => ({ seq: n, text: 'x'.repeat(size) }))
    await pool.query(
      `insert into run_log (run_id, seq, engine_epoch, append_id, events, at, xid)
       values ($1, $2, 1, gen_random_uuid(), $3, now(), 1)`,
      [runId, seq, JSON.stringify(events)],
    )
  }
})
afterAll(async () => {
  await pool.end()
  await testDatabase.drop()
})

it.each([1, 2, 100])('reads past rows that are larger than an answer, %i events at a time', async (most) => {
  const read: number[] = []
  let more = true
  while (more) {
    const answer = await readEvents(pool, runId, read.at(-1) ?? 0, most, mostBytes)
    expect(answer.events).not.toEqual([])
    read.push(...answer.events.map(({ seq }) => seq))
    more = answer.more
  }
  expect(read).toEqual(Array.from({ length: 3 * sizes.length }, (_, index) => index + 1))
})

it.each([3 * sizes.length, 2_147_483_647])('finds nothing after %i, the end of the log or beyond', async (afterSeq) => {
  expect(await readEvents(pool, runId, afterSeq, 100, mostBytes)).toEqual({ events: [], more: false })
})
