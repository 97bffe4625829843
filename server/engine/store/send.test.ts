import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { Command } from '#core/run/command.ts'
import { someNewRun } from '#proof/testing/appends.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { type LastEngine, send } from './send.ts'
import { startRuns } from './start.ts'

const command: Command = { type: 'pause', actor: { id: 'local' } }
let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 3 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const start = async () => (await startRuns(pool, [someNewRun()]))[0]?.runId ?? ''

const isWaiting = async (pid: number) => {
  const { rows } = await pool.query<{ blocked: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as blocked', [
    pid,
  ])
  return rows[0]?.blocked ?? false
}

it('says that an operation is known that another sender puts in at the same time', async () => {
  const message = { runId: await start(), operationId: randomUUID(), command }
  const [first, second] = [await pool.connect(), await pool.connect()]
  await first.query('begin')
  expect(await send(first, message)).toBe('sent')
  const { rows } = await second.query<{ pid: number }>('select pg_backend_pid() as pid')
  const sent = send(second, message)
  await expect.poll(() => isWaiting(rows[0]?.pid ?? 0)).toBe(true)
  await first.query('commit')
  expect(await sent).toBe('known')
  first.release()
  second.release()
})

it('says that a mailbox is full, but not of what is in it', async () => {
  const runId = await start()
  const message = { runId, operationId: randomUUID(), command }
  expect(await send(pool, message)).toBe('sent')
  await pool.query(`insert into mailbox (run_id, command) select $1, '{}' from generate_series(2, $2::int)`, [
    runId,
    limits.command.mailboxPerRun,
  ])
  expect(await send(pool, message)).toBe('known')
  expect(await send(pool, { ...message, operationId: randomUUID() })).toBe('full')
})

it('tells the engine that had the run last, which is to be hinted first', async () => {
  const runId = await start()
  const told: LastEngine[] = []
  const sendOne = () => send(pool, { runId, operationId: randomUUID(), command }, (last) => told.push(last))
  const set = (engine: string | null, epoch: number) =>
    pool.query('update run_state set engine_id = $2, engine_epoch = $3 where run_id = $1', [runId, engine, epoch])
  await sendOne()
  await set('one', 7)
  await sendOne()
  // Released, and then handed back.
  await set(null, 7)
  await sendOne()
  await set(null, 0)
  await sendOne()
  expect(told).toEqual([
    { epoch: 0, holds: false },
    { epoch: 7, holds: true },
    { epoch: 7, holds: false },
    { epoch: 0, holds: false },
  ])
})
