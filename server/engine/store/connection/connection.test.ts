import { afterAll, beforeAll, expect, it } from 'vitest'
import { generationSql, OtherGeneration } from '#server/db/generations.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'
import { kindOfStoreError } from '../../store-error.ts'
import { intArray } from './binary-array.ts'
import { createConnection } from './connection.ts'

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

it('opens another connection when the server has become one that only reads', async () => {
  const connection = createConnection(database.url, 'test')
  const pid = async () =>
    (await connection.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })).rows[0]?.pid
  const first = await pid()
  await connection.query({ text: 'set default_transaction_read_only = on' })
  const error = await connection.query({ text: 'create table never (n int)' }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '25006' })
  expect(kindOfStoreError(error)).toBe('transient')
  await expect.poll(() => pid().catch(() => first)).not.toBe(first)
  await connection.close()
})

it('sends nothing that was decided in another generation of the database', async () => {
  const connection = createConnection(database.url, 'test')
  const earlier = connection.within('1/00000001')
  const error = await earlier.query({ text: 'create table never (n int)' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OtherGeneration)
  expect(kindOfStoreError(error)).toBe('transient')
  await expect(earlier.rows({ name: 'never', text: 'select 1', values: [] })).rejects.toBeInstanceOf(OtherGeneration)
  const { rows } = await connection.query<{ generation: string; there: string | null }>({
    text: `select ${generationSql} as generation, to_regclass('never') as there`,
  })
  expect(rows[0]?.there).toBeNull()
  const now = connection.within(rows[0]?.generation)
  expect(await now.rows({ name: 'now', text: 'select $1', values: ['sent'] })).toEqual([['sent']])
  await connection.close()
})

it('gives the rows of a prepared statement as texts, to whoever asked for them', async () => {
  const connection = createConnection(database.url, 'test')
  const pairs = (numbers: readonly number[], text: string) =>
    connection.rows({
      name: 'pairs',
      text: 'select n, nullif($2, $3) from unnest($1::int[]) as n order by n',
      values: [intArray(numbers), text, 'nothing'],
    })
  const asked = await Promise.all([pairs([2, 1], 'grün'), pairs([], ''), pairs([3], 'nothing')])
  expect(asked).toEqual([
    [
      ['1', 'grün'],
      ['2', 'grün'],
    ],
    [],
    [['3', null]],
  ])
  await connection.close()
})

it('says what is wrong with a prepared statement, goes on after it, and opens another connection when it is gone', async () => {
  const connection = createConnection(database.url, 'test')
  const half = async (of: string) => {
    const [row] = await connection.rows({ name: 'half', text: 'select pg_backend_pid(), 1 / $1::int', values: [of] })
    return row?.[0]
  }
  const answers = await Promise.allSettled([half('1'), half('0'), half('x'), half('1')])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(answers[1]).toMatchObject({ reason: { code: '22012' } })
  expect(answers[2]).toMatchObject({ reason: { code: '22P02' } })
  const first = await half('1')
  await connection.query({ text: 'deallocate all' })
  await expect(half('1')).rejects.toMatchObject({ code: '26000' })
  expect(await half('1')).not.toBe(first)
  await connection.close()
})

it('gives a prepared statement up that is not answered in time', async () => {
  const connection = createConnection(database.url, 'test', { answerMs: 100 })
  const error = await connection
    .rows({ name: 'slow', text: 'select pg_sleep($1::int)', values: ['30'] })
    .catch((thrown: unknown) => thrown)
  expect(kindOfStoreError(error)).toBe('transient')
  const quick = () => connection.rows({ name: 'quick', text: 'select $1', values: ['again'] }).catch(() => null)
  await expect.poll(quick).toEqual([['again']])
  await connection.close()
})
