import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { ownerPool } from '../db/owner-pool.ts'
import { createPool } from '../db/pool.ts'
import { prepareRoles } from '../db/roles/prepare-roles.ts'
import { rowsLookedAt } from '../db/testing/rows-looked-at.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import type { Stores } from '../stores.ts'
import { type AuditFilter, exportAudit, listAudit } from './list-audit.ts'

/** Rows of each of two owners: a statement that reads them all is seen in its rows. */
const ROWS = 4_000
const PAGE = 20
/** A page is read from an index, joined with the directory, and sorted at most. */
const ROWS_OF_A_PAGE = 12 * PAGE

const admin: Actor = { ...localPerson, id: 'ada', ownerId: 'alpha', roles: ['admin'] }

let database: TestDatabase
let web: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  web = createPool((await prepareRoles(database.url)).web, 1)
  await owner.query(`
    alter table audit disable trigger audit_guard;
    insert into audit (owner_id, at, actor_id, kind, action, target, outcome)
    select o.owner, timestamptz '2026-01-01' + make_interval(secs => place / 3), 'person-' || place % 2000, 'person',
           'run.verb_' || place % 1000, case when place = 9 then 'a_%b' else 'run-' || place end,
           case when place < 12 then 'refused' else 'done' end
      from generate_series(1, ${ROWS}) place, unnest('{alpha,beta}'::text[]) o(owner);
    alter table audit enable trigger audit_guard`)
  await owner.query('vacuum analyze audit')
  await owner.end()
})
afterAll(async () => {
  await web.end()
  await database.drop()
})

let asked = 0
let looked = 0
const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${String(value)}'`)

/** Stores of the owner that count the rows which each statement goes through. */
const stores = {
  pool: {
    query: (text: string, values: readonly unknown[]) =>
      inTransaction(ownerPool(web, 'alpha'), async (client) => {
        asked += 1
        const name = `asked-${asked}`
        const answer = await client.query({ name, text, values: [...values] })
        looked += await rowsLookedAt(client, name, values.map(literal))
        return answer
      }),
  },
} as unknown as Stores

const list = (filter: AuditFilter, cursor: string | null = null) =>
  listAudit({ stores, actor: admin }, { ...filter, cursor, limit: PAGE })

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()

describe('the list of the audit (access 13; ASVS 16.2.1)', () => {
  it.each<[string, AuditFilter, number]>([
    ['no filter', {}, PAGE],
    ['a person', { actor: 'person-7' }, 2],
    ['an action', { action: 'run.verb_7' }, 4],
    ['an outcome that few rows have', { outcome: 'refused' }, 11],
    ['one target', { target: 'run-1234' }, 1],
    ['the beginning of a target', { target: 'run-399' }, 11],
    ['a beginning that no target has', { target: 'nothing' }, 0],
    ['a beginning with wildcards', { target: 'a_%' }, 1],
    ['wildcards that are no beginning', { target: '%b' }, 0],
    ['a time long ago', { from: at(10), to: at(12) }, 6],
    ['an outcome at a time long ago', { outcome: 'refused', from: at(2), to: at(4) }, 6],
    ['a time without rows', { from: at(9_000), to: at(9_001) }, 0],
  ])('finds by %s, with an index under row-level security, the rows of the owner alone', async (_, filter, found) => {
    looked = 0
    const { items } = await list(filter)
    expect(items.length).toBe(found)
    expect(items.every(({ ownerId }) => ownerId === 'alpha')).toBe(true)
    expect(looked).toBeLessThan(ROWS_OF_A_PAGE)
  })

  it('shows each row once, the newest first, where several have the same time', async () => {
    const targets: string[] = []
    for (let cursor: string | null = null, page = 0; page < 4; page += 1) {
      const { items, nextCursor } = await list({}, cursor)
      targets.push(...items.map(({ target }) => target))
      cursor = nextCursor
    }
    expect(targets).toEqual(Array.from({ length: 4 * PAGE }, (_, index) => `run-${ROWS - index}`))
  })

  it('exports what the filter finds', async () => {
    const targets: string[] = []
    for await (const row of exportAudit({ stores, actor: admin }, { to: at(3) })) targets.push(row.target)
    expect(targets.length).toBe(8)
    expect(targets).toContain('run-1')
  })

  it('refuses a cursor of another list', async () => {
    for (const keys of [['7'], ['yesterday', '7'], [at(0), 'x']]) {
      const cursor = Buffer.from(JSON.stringify(keys)).toString('base64url')
      await expect(list({}, cursor)).rejects.toMatchObject({ code: 'INVALID_CURSOR' })
    }
  })
})
