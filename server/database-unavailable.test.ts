import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createDatabase } from '#server/db/client.ts'
import { createPool } from '#server/db/pool.ts'
import { databaseUnavailable } from './database-unavailable.ts'

const failureOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => null,
    (error: unknown) => error,
  )

it('knows a server that is down by its Unix socket, which is not there, over the pool and over Prisma', async () => {
  const url = 'postgresql://heddle@localhost/heddle?host=%2Fnowhere%2Fat-all'
  const pool = createPool(url, 1)
  const database = createDatabase(url)
  for (const error of [await failureOf(pool.query('select 1')), await failureOf(database.workflow.findMany())]) {
    expect(databaseUnavailable(error)).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Cannot reach'),
    })
  }
  await Promise.all([pool.end(), database.$disconnect()])
})

it('takes a file that is not there for what it is', async () => {
  expect(databaseUnavailable(await failureOf(readFile('/nowhere/at-all')))).toBeNull()
})
