import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase } from '../../db/testing/test-database.ts'
import { createWakeUp } from './wake-up.ts'

it('is closed without a word, though there were hints left to give', async () => {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 1)
  const errors: Error[] = []
  const wakeUp = createWakeUp({ databaseUrl: database.url, notify: true, onError: (error) => errors.push(error) })
  const connections =
    "select from pg_stat_activity where application_name = 'heddle wake-up' and datname = current_database()"
  await expect.poll(async () => (await pool.query(connections)).rowCount).toBe(1)
  // A turn later the client knows as well.
  await turn()
  wakeUp.wake('engine')
  wakeUp.listen('log', () => undefined)
  await wakeUp.close()
  await turn()
  expect(errors).toEqual([])
  await pool.end()
  await database.drop()
})
