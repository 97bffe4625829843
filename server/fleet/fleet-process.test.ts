import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { readEnv } from '../env.ts'
import { joinFleet } from './fleet-process.ts'
import { removeProcess, renewProcess } from './process-row.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('fleet 1: a process writes what it warns of into its row, and logs it once', async () => {
  const earlier = {
    ...{ id: 'old', kind: 'engine' as const, host: 'one', pid: 1, version: '0.0.1', speaks: 1 },
    ...{ functions: 'other', settings: {} },
  }
  await renewProcess(pool, earlier)
  const lines: string[] = []
  const env = readEnv({ HEDDLE_PROCESS_ID: 'new' })
  const member = await joinFleet({
    kind: 'engine',
    env,
    databaseUrl: database.url,
    log: (line) => lines.push(line),
    waits: false,
  })
  const warnings = [
    `engine old has another version than ${member.facts.version}. Update them.`,
    'engine old has other step functions. Give all engines and workers the same HEDDLE_FUNCTIONS.',
  ]
  const written = async () =>
    (await pool.query<{ warnings: string[] }>(`select warnings from fleet_process where id = 'new'`)).rows[0]?.warnings
  await expect.poll(written).toEqual(warnings)
  await expect.poll(() => lines).toEqual([warnings.join(' ')])
  await removeProcess(pool, 'old')
  await member.leave()
  expect(await written()).toBeUndefined()
})
