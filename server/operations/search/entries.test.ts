import { randomUUID } from 'node:crypto'
import { Client, type Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { someNewRun } from '#proof/testing/appends.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { startRuns } from '../../engine/store/start.ts'
import { removeLeftovers } from '../retention/remove-leftovers.ts'
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
      numbers: 1,
      found: [['7', 1.5]],
    }),
  })
  const [one = randomUUID(), other = randomUUID()] = runs.map(({ runId }) => runId)
  const last = runs[0]?.lastSeq ?? 0
  expect(await keepEntries(pool, [entryAt(one, last), entryAt(other, last + 1)])).toEqual([])
  expect((await pool.query('select run_id, seq from run_search')).rows).toEqual([{ run_id: one, seq: last }])
})

it('keeps the numbers of the newest entry, and how long the run took or since when it is open', async () => {
  const run = someNewRun({ createdAt: 1_000 })
  await startRuns(pool, [run])
  const numbers = async () =>
    (
      await pool.query<{ key: string; number: number }>(
        'select key::text, number from run_number where run_id = $1 order by number',
        [run.runId],
      )
    ).rows.map(({ key, number }) => [key, number])
  const keep = (seq: number, found: readonly (readonly [string, number])[]) => {
    const row = { run_id: run.runId, owner_id: 'local', seq, numbers: 1, found }
    return keepEntries(pool, [{ runId: run.runId, row: JSON.stringify(row) }])
  }
  await keep(1, [
    ['-5', 1.5],
    ['7', 2],
  ])
  expect(await numbers()).toEqual([
    ['-5', 1.5],
    ['7', 2],
    ['1', 1_000],
  ])
  await pool.query(
    `update run_state set started_at = '2026-01-01T00:00:00Z', ended_at = '2026-01-01T00:00:00.250Z' where run_id = $1`,
    [run.runId],
  )
  await keep(2, [['7', 2]])
  expect(await numbers()).toEqual([
    ['7', 2],
    ['0', 250],
  ])
  await keep(1, [['7', 3]])
  expect(await numbers()).toHaveLength(2)
})

it('makes no entry of a run that is removed at the same time, and retention takes one that was made before', async () => {
  const run = someNewRun()
  await startRuns(pool, [run])
  const row = { run_id: run.runId, owner_id: 'local', seq: 1, input: { name: 'Ana' }, numbers: 1, found: [['7', 2]] }
  const keep = () => keepEntries(pool, [{ runId: run.runId, row: JSON.stringify(row) }])
  const left = async () =>
    (
      await pool.query(
        `select 'entry' as what from run_search where run_id = $1 union all select 'number' from run_number where run_id = $1`,
        [run.runId],
      )
    ).rows.map(({ what }) => what)
  await keep()
  expect(await left()).toContain('entry')
  const remover = new Client({ connectionString: database.url })
  await remover.connect()
  await remover.query('begin')
  await remover.query('delete from run where id = $1', [run.runId])
  await remover.query('delete from run_search where run_id = $1', [run.runId])
  await remover.query('delete from run_number where run_id = $1', [run.runId])
  const keeping = keep()
  const isBlocked = async () =>
    (await remover.query(`select from pg_locks where not granted and locktype = 'transactionid'`)).rowCount !== 0
  let isOver = false
  void keeping.finally(() => {
    isOver = true
  })
  while (!isOver && !(await isBlocked())) {}
  await remover.query('commit')
  await keeping
  expect(await left()).toEqual([])

  await remover.query(`insert into removed_run (run_id, owner_id) values ($1, 'local')`, [run.runId])
  await remover.query(
    `insert into run_search (run_id, owner_id, seq, input, numbers) values ($1, 'local', 1, '{}', 1)`,
    [run.runId],
  )
  await remover.query(
    `insert into run_number (run_id, owner_id, workflow, key, number) values ($1, 'local', 'w', 7, 2)`,
    [run.runId],
  )
  await removeLeftovers(remover as unknown as PoolClient, 100)
  expect(await left()).toEqual([])
  await remover.end()
})

it('makes numbers for an entry that has none yet', async () => {
  const run = someNewRun()
  await startRuns(pool, [run])
  await pool.query(`insert into run_search (run_id, owner_id, seq) values ($1, 'local', 2)`, [run.runId])
  const row = { run_id: run.runId, owner_id: 'local', seq: 2, numbers: 1, found: [['7', 1]] }
  await keepEntries(pool, [{ runId: run.runId, row: JSON.stringify(row) }])
  expect((await pool.query('select number from run_number where run_id = $1 and key = 7', [run.runId])).rowCount).toBe(
    1,
  )
})
