import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGenerations } from './generations.ts'
import { createPool, generationsOf } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('is the system identifier and the timeline, the same for every connection to a server', async () => {
  const pool = createPool(database.url, 2)
  const changes: string[] = []
  generationsOf(pool).onChange(() => changes.push('changed'))
  expect(generationsOf(pool).current).toBeNull()
  await Promise.all([pool.query('select pg_sleep(0.01)'), pool.query('select pg_sleep(0.01)')])
  expect(generationsOf(pool).current).toMatch(/^\d{15,20}\/00000001$/)
  expect(changes).toEqual([])
  await pool.end()
})

it('breaks a connection off when the server has become one that only reads, and a pool opens another', async () => {
  const pool = createPool(database.url, 1)
  const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query('set default_transaction_read_only = on')
  await expect(client.query('create table never (n int)')).rejects.toMatchObject({ code: '25006' })
  await expect(client.query('select')).rejects.toThrow()
  // As one does that knows of no reason to give it up.
  client.release()
  expect(await pid()).not.toBe(rows[0]?.pid)
  await pool.end()
})

it('knows nothing of a pool that was made elsewhere', async () => {
  const pool = new pg.Pool({ connectionString: database.url })
  generationsOf(pool).onChange(() => expect.unreachable())()
  expect(generationsOf(pool).current).toBeNull()
  await pool.end()
})

it('asks before it knows a generation, and ends no connection of the same one', async () => {
  const generations = createGenerations()
  const clients = [new pg.Client(database.url), new pg.Client(database.url)]
  for (const client of clients) {
    await client.connect()
    expect(await generations.admit(client)).toBe(generations.current)
  }
  for (const client of clients) {
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  }
})
