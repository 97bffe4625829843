import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { fireTimers } from './timers.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('dates the message of a timer when it fires, not when the transaction began: never before it was due', async () => {
  const runId = randomUUID()
  await pool.query(
    `insert into run_state (run_id, owner_id, status, phase) values ($1, 'local', 'ACTIVE', 'EXECUTING')`,
    [runId],
  )
  const client = await pool.connect()
  try {
    await client.query('begin')
    await pool.query(
      `insert into timer (run_id, timer_id, due_at) values ($1, 'soon', clock_timestamp() + interval '50 ms')`,
      [runId],
    )
    const engine = { id: 'some engine', epoch: 1 }
    await expect.poll(async () => (await fireTimers(client, engine, 10)).fired, { interval: 5 }).toBe(1)
    const { rows } = await client.query('select created_at > now() as later from mailbox where run_id = $1', [runId])
    expect(rows).toEqual([{ later: true }])
    await client.query('rollback')
  } finally {
    client.release()
  }
})
