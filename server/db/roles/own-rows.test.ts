import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../owner-pool.ts'
import { createPool } from '../pool.ts'
import { fillTables } from '../testing/fill-tables.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { prepareRoles } from './prepare-roles.ts'
import { roles } from './role-urls.ts'
import { secureRows } from './row-security.ts'
import { ownRowViews } from './tables.ts'

const DENIED = '42501'
const READ_ONLY = '55000'
const ids = { alpha: randomUUID(), beta: randomUUID() }

let database: TestDatabase
let owner: pg.Client
let web: pg.Pool
let engine: pg.Pool
let start: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await fillTables(owner, ['run', 'run_state', 'run_search', 'run_number', 'run_log'], ids)
  const urls = await prepareRoles(database.url)
  web = createPool(urls.web, 2)
  engine = createPool(urls.engine, 1)
  start = createPool(urls.start, 1)
})
afterAll(async () => {
  await Promise.all([web.end(), engine.end(), start.end(), owner.end()])
  await database.drop()
})

/** The ids of runs that each view shows. */
async function shownBy(pool: pg.Pool | pg.Client): Promise<Record<string, readonly string[]>> {
  const shown: Record<string, readonly string[]> = {}
  for (const view of ownRowViews) {
    const column = view === 'own_run' ? 'id' : 'run_id'
    const { rows } = await pool.query<{ id: string }>(`select ${column}::text as id from "${view}" order by 1`)
    shown[view] = rows.map(({ id }) => id)
  }
  return shown
}

const each = (...expected: readonly string[]) =>
  Object.fromEntries(ownRowViews.map((view) => [view, expected.toSorted()]))

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

describe('the views that separate owners by themselves (access 3; ASVS 8.4.1)', () => {
  it('are the only ones that read tables with the rights of the owner of the tables', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
          and not coalesce('security_invoker=true' = any(reloptions), false) order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(ownRowViews.toSorted())
  })

  it('show a request the rows of its owner, and none without an owner', async () => {
    expect(await shownBy(web)).toEqual(each())
    expect(await shownBy(ownerPool(web, 'alpha'))).toEqual(each(ids.alpha))
    expect(await shownBy(ownerPool(web, 'beta'))).toEqual(each(ids.beta))
    expect(await shownBy(ownerPool(web, ''))).toEqual(each())
    expect(await shownBy(web), 'after the transactions of owners').toEqual(each())
  })

  it('show all rows to engines, and in local mode', async () => {
    expect(await shownBy(engine)).toEqual(each(ids.alpha, ids.beta))
    expect(await shownBy(owner)).toEqual(each(ids.alpha, ids.beta))
  })

  it('are closed to the role of starts, and change nothing', async () => {
    const alpha = ownerPool(web, 'alpha')
    for (const view of ownRowViews) {
      expect(await codeOf(start.query(`select from "${view}"`)), view).toBe(DENIED)
      for (const statement of [`delete from "${view}"`, `update "${view}" set owner_id = 'beta'`])
        expect([DENIED, READ_ONLY, '42703'], statement).toContain(await codeOf(alpha.query(statement)))
    }
  })

  it('are made right again where somebody has weakened another view or given more of them', async () => {
    for (const weaker of [
      'alter view run_progress set (security_invoker = false)',
      `grant delete on own_run to ${roles.web}`,
      `grant select on own_run to ${roles.start}`,
    ]) {
      await owner.query(weaker)
      expect(await secureRows(owner), weaker).toBe(true)
      expect(await secureRows(owner), weaker).toBe(false)
    }
    expect(await codeOf(start.query('select from own_run'))).toBe(DENIED)
  })
})
