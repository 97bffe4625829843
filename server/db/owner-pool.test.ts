import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type Database, ownerDatabase } from './client.ts'
import { inTransaction } from './in-transaction.ts'
import { ownerPool } from './owner-pool.ts'
import { createPool, generationsOf } from './pool.ts'
import { prepareRoles } from './roles/prepare-roles.ts'
import type { RoleUrls } from './roles/role-urls.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let urls: RoleUrls
let owner: pg.Client
let prisma: Database

beforeAll(async () => {
  database = await createTestDatabase()
  urls = await prepareRoles(database.url)
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`insert into person (owner_id, id, name) values ('alpha', 'a', 'Ada'), ('beta', 'b', 'Bob')`)
  prisma = createDatabase(urls.web, 2)
})
afterAll(async () => {
  await Promise.all([owner.end(), prisma.$disconnect()])
  await database.drop()
})

const names = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>('select name from person order by 1')).rows.map(({ name }) => name)
const setting = `select coalesce(current_setting('app.owner', true), '') as owner`
const settingOf = async (pool: pg.Pool) => (await pool.query<{ owner: string }>(setting)).rows[0]?.owner

describe.each([1, 2])('a pool of %i bound to an owner (access 3; ASVS 8.4.1)', (size) => {
  let pool: pg.Pool
  beforeAll(() => {
    pool = createPool(urls.web, size)
  })
  afterAll(() => pool.end())

  /** Every connection of the pool, asked without an owner. */
  const leaks = async () => {
    const all = await Promise.all(Array.from({ length: 4 * size }, () => Promise.all([names(pool), settingOf(pool)])))
    return all.filter(([people, said]) => people.length > 0 || said !== '')
  }

  it('sees its own rows, and leaves nothing to the next statement', async () => {
    expect(await names(ownerPool(pool, 'alpha'))).toEqual(['Ada'])
    expect(await leaks()).toEqual([])
    expect(await names(ownerPool(pool, 'beta'))).toEqual(['Bob'])
    expect(await leaks()).toEqual([])
  })

  it('keeps owners apart whose statements run at the same time', async () => {
    const asked = await Promise.all(
      Array.from({ length: 40 }, (_, at) => names(ownerPool(pool, at % 2 === 0 ? 'alpha' : 'beta'))),
    )
    expect(new Set(asked.map((people, at) => `${at % 2} ${people}`))).toEqual(new Set(['0 Ada', '1 Bob']))
  })

  it('leaves nothing after an error', async () => {
    for (const wrong of [
      'select 1 / 0',
      'select nothing',
      `insert into person (owner_id, id, name) values ('beta', 'c', '')`,
    ])
      await expect(ownerPool(pool, 'alpha').query(wrong)).rejects.toMatchObject({ code: expect.any(String) })
    expect(await leaks()).toEqual([])
    expect(await names(ownerPool(pool, 'beta'))).toEqual(['Bob'])
  })

  it('leaves nothing after a cancelled statement', async () => {
    const cancelled = ownerPool(pool, 'alpha').query(`select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)`)
    await expect(cancelled).rejects.toMatchObject({ code: '57014' })
    expect(await leaks()).toEqual([])
  })

  it('leaves nothing after a transaction, however it ends', async () => {
    const alpha = ownerPool(pool, 'alpha')
    expect(await inTransaction(alpha, async (client) => (await client.query(setting)).rows)).toEqual([
      { owner: 'alpha' },
    ])
    const failed = inTransaction(alpha, async (client) => client.query('select 1 / 0'))
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    expect(await leaks()).toEqual([])
  })

  it('lends no connection past a transaction', () => {
    expect(() => ownerPool(pool, 'alpha').connect()).toThrow('inTransaction')
  })

  it('is the same database to everything else', () => {
    expect(generationsOf(ownerPool(pool, 'alpha'))).toBe(generationsOf(pool))
  })
})

describe('Prisma bound to an owner (access 3; ASVS 8.4.1)', () => {
  const people = (client: Pick<Database, 'person'>) => client.person.findMany({ select: { name: true } })

  it('sees its own rows, and none without an owner', async () => {
    expect(await people(ownerDatabase(prisma, 'alpha'))).toEqual([{ name: 'Ada' }])
    expect(await people(ownerDatabase(prisma, 'beta'))).toEqual([{ name: 'Bob' }])
    expect(await people(prisma)).toEqual([])
  })

  it('keeps operations apart that are asked in the same moment', async () => {
    const key = (ownerId: string, id: string) => ({ where: { ownerId_id: { ownerId, id } }, select: { name: true } })
    const [own, foreign, others] = await Promise.all([
      ownerDatabase(prisma, 'alpha').person.findUnique(key('alpha', 'a')),
      ownerDatabase(prisma, 'alpha').person.findUnique(key('beta', 'b')),
      ownerDatabase(prisma, 'beta').person.findUnique(key('beta', 'b')),
    ])
    expect([own, foreign, others]).toEqual([{ name: 'Ada' }, null, { name: 'Bob' }])
  })

  it('names the owner in a transaction and in hand-written SQL, and keeps it to them', async () => {
    const alpha = ownerDatabase(prisma, 'alpha')
    expect(await alpha.$transaction((transaction) => people(transaction))).toEqual([{ name: 'Ada' }])
    expect(await alpha.$queryRaw`select name from person`).toEqual([{ name: 'Ada' }])
    const refused = alpha.$transaction(async (transaction) => {
      await transaction.person.create({ data: { ownerId: 'beta', id: 'c', name: '' } })
    })
    await expect(refused).rejects.toThrow('row-level security')
    expect(await people(prisma)).toEqual([])
  })
})
