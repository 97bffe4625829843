import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase } from '../../db/testing/test-database.ts'
import { tuning } from '../tuning.ts'
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

it('gives the first hint of a burst at once, and one for all of the others when the quiet after it is over', async () => {
  const database = await createTestDatabase()
  const listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  await listener.query('listen heddle_log')
  let heard = 0
  listener.on('notification', () => {
    heard += 1
  })
  const wakeUp = createWakeUp({ databaseUrl: database.url, notify: true })
  expect(await wakeUp.listenForEagerStarts(() => undefined)).toBe(true)

  // From here on no time passes by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const first = once(listener, 'notification')
  wakeUp.wake('log')
  await first
  for (let times = 0; times < 1_000; times += 1) {
    wakeUp.wake('log')
    if (times % 100 === 0) await turn()
  }
  await listener.query('select')
  expect(heard).toBe(1)
  const second = once(listener, 'notification')
  vi.advanceTimersByTime(tuning.notifyEveryMs)
  await second
  vi.advanceTimersByTime(10 * tuning.notifyEveryMs)
  await turn()
  await listener.query('select')
  expect(heard).toBe(2)
  vi.useRealTimers()

  await wakeUp.close()
  await listener.end()
  await database.drop()
})
