import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

describe('the database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('is migrated once: a second start applies nothing', async () => {
    expect(await migrate(database.url)).toEqual([])
  })

  it('a function with the rights of the owner of the tables takes none of a session for them', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ name: string; config: string }>(
      `select proname::text as name, coalesce(array_to_string(proconfig, ';'), '') as config
         from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
    )
    await client.end()
    expect(rows.length).toBeGreaterThan(0)
    for (const { name, config } of rows) expect(config, name).toMatch(/search_path=[^;]+, pg_temp(;|$)/)
  })

  it('agrees with the Prisma schema: every model can be read', async () => {
    const prisma = createDatabase(database.url, 2)
    const models = [
      'workflow',
      'definition',
      'draft',
      'run',
      'runState',
      'runLog',
      'ready',
      'mailbox',
      'timer',
      'humanTask',
      'asyncTask',
      'engine',
      'snapshot',
      'bookmark',
      'failureNotice',
      'auditRow',
      'auditChain',
      'apiKey',
    ] as const
    for (const model of models) {
      const delegate = prisma[model] as { findMany(): Promise<unknown[]> }
      expect(await delegate.findMany(), model).toEqual([])
    }
    await prisma.$disconnect()
  })

  it('a migration that waits for a lock gives up, lets others pass and is tried again', async () => {
    const [holder, other] = [
      new pg.Client({ connectionString: database.url }),
      new pg.Client({ connectionString: database.url }),
    ]
    await Promise.all([holder.connect(), other.connect()])
    await other.query(`
      drop table run_total;
      drop function count_run_totals() cascade;
      alter table run_search drop column total_of;
      delete from "_prisma_migrations" where migration_name = '20270101000000_run_totals'`)
    await holder.query('begin; select from run_search')
    const migrating = migrate(database.url)
    const isWaiting = async () =>
      (await other.query(`select from pg_locks where not granted and relation = 'run_search'::regclass`)).rowCount !== 0
    await expect.poll(isWaiting).toBe(true)
    await expect.poll(isWaiting).toBe(false)
    expect((await other.query('select from run_search')).rowCount).toBe(0)
    await expect.poll(isWaiting).toBe(true)
    await holder.query('commit')
    expect(await migrating).toEqual(['20270101000000_run_totals'])
    await Promise.all([holder.end(), other.end()])
  })

  it('refuses to start when an applied migration was edited', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(`update "_prisma_migrations" set checksum = 'edited'`)
    await client.end()
    await expect(migrate(database.url)).rejects.toThrow('was changed after it had been applied')
  })
})
