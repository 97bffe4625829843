import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { someNewRun } from '#proof/testing/appends.ts'
import { rowsLookedAt } from '../../db/testing/rows-looked-at.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import type { EngineIdentity } from '../ports.ts'
import { type Connection, createConnection } from './connection/connection.ts'
import { register } from './lease.ts'
import { drain, loadEagerRuns } from './load.ts'
import { release } from './release.ts'
import { startRuns } from './start.ts'

/*
 * An engine's plans are made once, when its tables may still be empty: they must look up the runs that are named, whatever
 * has come since.
 */
const RUNS = 2_000
const HELD = 200
const NAMED = 10

let database: TestDatabase
let pool: pg.Pool
let connection: Connection
let engine: EngineIdentity
let named: readonly string[]

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
  // What PostgreSQL assumes by itself, and with it more often that a look-up is dear; ours assumes less.
  await pool.query(
    `do $$ begin execute format('alter database %I set random_page_cost = 4', current_database()); end $$`,
  )
  connection = createConnection(database.url, 'test')
  engine = await register(connection, { host: 'here', pid: 1 }, 600_000, false)
  await loadEagerRuns(connection, engine)
  await drain(connection, engine, [])
  await release(connection, engine, new Map())

  await startRuns(
    pool,
    Array.from({ length: RUNS }, () => someNewRun()),
  )
  const { rows } = await pool.query<{ run_id: string }>(
    `update run_state set engine_id = $1, engine_epoch = $2
      where run_id in (select run_id from run_state order by run_id limit $3) returning run_id`,
    [engine.id, engine.epoch, HELD],
  )
  named = rows.slice(0, NAMED).map(({ run_id }) => run_id)
})
afterAll(async () => {
  await Promise.all([connection.close(), pool.end()])
  await database.drop()
})

const me = () => [`'${engine.id}'`, String(engine.epoch)]
const theNamed = () => `'{${named.join(',')}}'`

it('the runs that were started eagerly for it are found among those that it holds', async () => {
  expect(await rowsLookedAt(connection, 'load-eager', me())).toBeLessThan(10 * HELD)
})

it('mail is read of the runs that have some', async () => {
  expect(await rowsLookedAt(connection, 'drain-runs', [...me(), theNamed()])).toBeLessThan(20 * NAMED)
})

it('those that it lets go of are looked up', async () => {
  const numbers = `'{${named.map(() => 0).join(',')}}'`
  expect(await rowsLookedAt(connection, 'release', [...me(), theNamed(), numbers])).toBeLessThan(20 * NAMED)
})
