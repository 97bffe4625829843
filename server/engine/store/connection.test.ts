import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { createConnection } from './connection.ts'
import { kindOfStoreError } from './store-error.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('opens another connection when the server has forgotten a prepared statement', async () => {
  const connection = createConnection(database.url, 'test')
  const statement = { name: 'backend', text: 'select pg_backend_pid() as pid' }
  const pid = async () => (await connection.query<{ pid: number }>(statement)).rows[0]?.pid
  const first = await pid()
  await connection.query({ text: 'deallocate all' })
  const error = await pid().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '26000' })
  expect(kindOfStoreError(error)).toBe('transient')
  const second = await pid()
  expect(second).toBeTypeOf('number')
  expect(second).not.toBe(first)
  await connection.close()
})

it('opens another connection when the table of a prepared statement has got other columns', async () => {
  const connection = createConnection(database.url, 'test')
  await connection.query({ text: 'create table changing (a int)' })
  const read = () => connection.query({ name: 'changing', text: 'select * from changing' })
  await read()
  await connection.query({ text: 'alter table changing add column b int' })
  const error = await read().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '0A000' })
  expect(kindOfStoreError(error)).toBe('transient')
  expect((await read()).fields.map(({ name }) => name)).toEqual(['a', 'b'])
  await connection.close()
})
