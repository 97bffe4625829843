import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../db/pool.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { judgeDatabase } from './database-facts.ts'

describe('what a process says of its database', () => {
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

  it('fleet 1: nothing is wrong with a migrated database', async () => {
    expect(await judgeDatabase(pool)).toEqual({ reasons: [], warnings: [] })
  })

  it('fleet 1: names the clock of the machine, in both directions', async () => {
    expect((await judgeDatabase(pool, () => Date.now() + 60_000)).warnings).toEqual([
      expect.stringMatching(/^The clock of this machine is (59|60) s ahead of the clock of the database\./),
    ])
    expect((await judgeDatabase(pool, () => Date.now() - 60_000)).warnings).toEqual([
      expect.stringMatching(/^The clock of this machine is (59|60|61) s behind the clock of the database\./),
    ])
  })

  it('fleet 1: names migrations that are missing, and those of a later version', async () => {
    await pool.query(
      `update "_prisma_migrations" set migration_name = '29990101000000_later' where migration_name like '%fleet_processes'`,
    )
    expect(await judgeDatabase(pool)).toEqual({
      reasons: ['Migrations are not applied: 20261220050000_fleet_processes. Run heddle migrate.'],
      warnings: ['The database has migrations of a later version: 29990101000000_later. Update this process.'],
    })
  })

  it('fleet 1: names a server that takes no writes', async () => {
    await pool.query(`alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`)
    const readOnly = createPool(database.url, 1)
    expect((await judgeDatabase(readOnly)).reasons).toEqual([
      'DATABASE_URL leads to a standby, which takes no writes. Let it lead to the primary.',
    ])
    await readOnly.end()
  })

  it('fleet 1: names a database without tables, and one that does not respond', async () => {
    const empty = await createEmptyDatabase()
    const ofEmpty = createPool(empty.url, 1)
    expect((await judgeDatabase(ofEmpty)).reasons).toEqual([
      'The database has none of the tables of Heddle. Run heddle migrate.',
    ])
    await ofEmpty.end()
    await empty.drop()
    const gone = createPool('postgresql://postgres:x@127.0.0.1:1/none', 1)
    expect((await judgeDatabase(gone)).reasons).toEqual([
      'The database does not respond. Check DATABASE_URL, and that PostgreSQL runs.',
    ])
    await gone.end()
  })
})
