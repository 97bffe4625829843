import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { accountTables } from '#server/db/roles/tables.ts'
import { fillTables } from '#server/db/testing/fill-tables.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'
import { judgeDatabase } from '../database-facts.ts'
import { moveOwner, stayOwner } from './move-owner.ts'
import { type OwnedTable, ownedTables } from './owned-tables.ts'

const ids = { alpha: randomUUID(), beta: randomUUID() }

let databases: readonly [TestDatabase, TestDatabase]
let source: pg.Client
let target: pg.Client
let tables: readonly OwnedTable[]

beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()]
  source = new pg.Client({ connectionString: databases[0].url })
  target = new pg.Client({ connectionString: databases[1].url })
  await Promise.all([source.connect(), target.connect()])
  tables = await ownedTables(source)
  await fillTables(source, [...tables.map(({ name }) => name), ...accountTables], ids)
  // The totals are samples, too.
  await source.query(
    `set session_replication_role = replica; update run_search set counted = 'COMPLETED'; reset session_replication_role`,
  )
  // The samples meet no check.
  await fillTables(target, [], ids)
})
afterAll(async () => {
  await Promise.all([source.end(), target.end()])
  for (const database of databases) await database.drop()
})

const move = (ownerId: string) => moveOwner({ ownerId, from: databases[0].url, to: databases[1].url })

/** By the ids of the samples: rows of a run that is gone count, too. */
async function rowsOf(client: pg.Client, ownerId: 'alpha' | 'beta'): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const { name, condition } of tables) {
    const { rows } = await client.query<{ count: number }>(
      condition.startsWith('run_id')
        ? `select count(*)::int as count from "${name}" where run_id = $1`
        : `select count(*)::int as count from "${name}" where ${condition}`,
      [condition.startsWith('run_id') ? ids[ownerId] : ownerId],
    )
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

const each = (count: number) => Object.fromEntries(tables.map(({ name }) => [name, count]))

it('is refused while a process runs on the database of the owner, for an unknown owner, and for the same database', async () => {
  await source.query(
    `insert into engine (id, epoch, pid, host, lease_expires_at, process_id) values ('e', 1, 1, 'h', now() + interval '1 minute', 'engine-1')`,
  )
  await expect(move('alpha')).rejects.toThrow(
    'Processes still run on the database of the owner: engine engine-1. Stop all',
  )
  await source.query('delete from engine')
  await expect(move('nobody')).rejects.toThrow('There is no owner nobody')
  await expect(moveOwner({ ownerId: 'alpha', from: databases[0].url, to: databases[0].url })).rejects.toThrow(
    'same database',
  )
  await target.query(
    `insert into "_prisma_migrations" (id, checksum, migration_name, finished_at) values ('x', 'x', 'later', now())`,
  )
  await expect(move('alpha')).rejects.toThrow('other migrations')
  await target.query(`delete from "_prisma_migrations" where id = 'x'`)
  expect(await rowsOf(source, 'alpha')).toEqual(each(1))
})

it('changes nothing where the other database has rows of the owner, or another account for a member', async () => {
  await target.query(`insert into workflow (owner_id, name) values ('alpha', 'there')`)
  await expect(move('alpha')).rejects.toThrow('has rows of alpha already, in workflow')
  await target.query('delete from workflow')
  await target.query(
    `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values ('other', 'O', 'alpha', true, now(), now())`,
  )
  await expect(move('alpha')).rejects.toThrow('another account for alpha')
  await target.query('delete from "user"')
  expect(await rowsOf(source, 'alpha')).toEqual(each(1))
  expect(await rowsOf(target, 'alpha')).toEqual(each(0))
})

it('moves the rows of every table that has owners, and none of another owner', async () => {
  expect(await move('alpha')).toEqual({ tables: tables.length, rows: tables.length, isContinued: false })
  expect(await rowsOf(source, 'alpha')).toEqual(each(0))
  expect(await rowsOf(source, 'beta')).toEqual(each(1))
  expect(await rowsOf(target, 'alpha')).toEqual(each(1))
  expect(await rowsOf(target, 'beta')).toEqual(each(0))
  const { rows: accounts } = await target.query('select id from "user"')
  expect(accounts).toEqual([{ id: 'alpha' }])
  const counts = (client: pg.Client) =>
    client.query('select sum(runs)::int as runs from run_count').then(({ rows }) => rows[0]?.runs)
  // An ended run, and one that was removed and is still counted.
  expect([await counts(target), await counts(source)]).toEqual([2, -2])
  const { rows: log } = await target.query('select xid > 1 as "isNew" from run_log')
  expect(log, 'no reader of the other database has read it').toEqual([{ isNew: true }])
})

it('is refused for an owner that was moved before', async () => {
  await expect(move('alpha')).rejects.toThrow('alpha was moved to')
})

it('removes nothing at the source that has not arrived, whatever the record of moves says', async () => {
  await source.query(`delete from moved_owner`)
  await source.query(
    `insert into owner (id, name) values ('alpha', 'Alpha'); insert into workflow (owner_id, name) values ('alpha', 'new')`,
  )
  // Rows of an owner that arrived before, and others have come since.
  await expect(move('alpha')).rejects.toThrow('its rows here are not those that arrived. Nothing was removed.')
  // Another installation with the same address and the same owner.
  await target.query(`update moved_owner set identity = 'another/heddle'`)
  await expect(move('alpha')).rejects.toThrow('The other database has rows of alpha already')
  const { rows } = await source.query(`select name from workflow where owner_id = 'alpha'`)
  expect(rows).toHaveLength(1)
  await source.query(`delete from workflow where owner_id = 'alpha'; delete from owner where id = 'alpha'`)
})

it('is refused while a reader of the log is far behind the others, by its name', async () => {
  await source.query(`insert into bookmark (name, xid) values ('traces', 5), ('webhooks', 500000)`)
  await expect(move('beta')).rejects.toThrow('The reader traces is far behind the others')
  await source.query(`delete from bookmark where name in ('traces', 'webhooks')`)
  expect(await rowsOf(source, 'beta')).toEqual(each(1))
})

const stay = (ownerId: string) => stayOwner({ ownerId, from: databases[0].url, to: databases[1].url })

it('after an arrival, no process starts at the source until the same command has removed what was left behind', async () => {
  const pool = createPool(databases[0].url, 1)
  const reasons = async () => (await judgeDatabase(pool)).reasons.join()
  expect(await reasons(), 'every refusal before has let the owner stay').toBe('')
  await source.query(
    `create schema apart; create table apart.holder (owner_id text references owner (id)); insert into apart.holder values ('beta')`,
  )
  await expect(move('beta')).rejects.toThrow(
    /^beta has arrived at .*Start no process of this database; run the same command again/s,
  )
  expect(await rowsOf(source, 'beta')).toEqual(each(1))
  expect(await rowsOf(target, 'beta')).toEqual(each(1))
  expect(await reasons()).toContain('beta is on its way to')
  await expect(stay('beta')).rejects.toThrow('beta has arrived at')
  await source.query('drop schema apart cascade')
  expect(await move('beta')).toEqual({ tables: tables.length, rows: tables.length, isContinued: true })
  expect(await rowsOf(source, 'beta')).toEqual(each(0))
  expect(await rowsOf(target, 'beta')).toEqual(each(1))
  expect(await reasons()).toBe('')
  await pool.end()
})

it('a move that broke off before anything arrived goes to no other database, and can be given up', async () => {
  const leaving = (identity: string) =>
    source.query(
      `insert into moved_owner (owner_id, direction, database, identity) values ('gamma', 'leaving', 'there', $1)`,
      [identity],
    )
  await leaving('another/heddle')
  await expect(move('gamma')).rejects.toThrow('gamma is on its way to there. Move it there')
  await expect(stay('gamma')).rejects.toThrow('gamma is on its way to there')
  await source.query(
    `update moved_owner set identity = (select system_identifier::text from pg_control_system()) || '/' || $1 where direction = 'leaving'`,
    [new URL(databases[1].url).pathname.slice(1)],
  )
  await stay('gamma')
  await expect(stay('gamma')).rejects.toThrow('gamma is not on its way anywhere')
})

it('a table that says neither its owner nor its run is an error, until it is named', async () => {
  await source.query('create table "stray" ("id" int primary key)')
  await expect(ownedTables(source)).rejects.toThrow('The table stray does not say whose its rows are')
  await source.query('drop table "stray"; create table "later" ("owner_id" text, "n" int)')
  expect((await ownedTables(source)).map(({ name }) => name)).toContain('later')
})
