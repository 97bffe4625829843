import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../in-transaction.ts'
import { ownerPool } from '../owner-pool.ts'
import { createPool } from '../pool.ts'
import { fillTables } from '../testing/fill-tables.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { prepareRoles } from './prepare-roles.ts'
import { type RoleUrls, roles } from './role-urls.ts'
import { secureRows } from './row-security.ts'
import { accountTables, installationTables } from './tables.ts'

const DENIED = '42501'
const ids = { alpha: randomUUID(), beta: randomUUID() }

let database: TestDatabase
let urls: RoleUrls
let owner: pg.Client
let web: pg.Pool
let start: pg.Pool
let engine: pg.Pool
/** Tables that requests only read. */
const onlyRead = ['run_total', 'moved_owner', 'archived_run', 'archived_run_other']
/** All tables of the database, and those that are divided by owner. */
let tables: readonly string[]
let divided: readonly string[]
let ownedColumn: ReadonlySet<string>

beforeAll(async () => {
  database = await createTestDatabase()
  urls = await prepareRoles(database.url)
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  tables = rows.map(({ name }) => name)
  divided = tables.filter((name) => !accountTables.includes(name) && !installationTables.includes(name))
  const withOwner = await owner.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute where attname = 'owner_id' and attnum > 0`,
  )
  ownedColumn = new Set(withOwner.rows.map(({ name }) => name))
  await fillTables(owner, divided, ids)
  web = createPool(urls.web, 2)
  start = createPool(urls.start, 1)
  engine = createPool(urls.engine, 1)
})
afterAll(async () => {
  await Promise.all([web.end(), start.end(), engine.end(), owner.end()])
  await database.drop()
})

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

describe('row-level security (access 3; ASVS 8.4.1)', () => {
  it('is forced on every table that is not named as one without owners', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity and relforcerowsecurity
          and exists (select from pg_policy where polrelid = pg_class.oid and polname = 'heddle_all_rows') order by 1`,
    )
    const named = installationTables.filter((name) => tables.includes(name))
    expect(rows.map(({ name }) => name)).toEqual(tables.filter((name) => !named.includes(name)))
  })

  it('divides every table by owner, or the table is named as one of accounts or of the installation', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select tablename::text as name from pg_policies where policyname = 'heddle_own_rows' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(divided)
  })

  it('shows no row of any table where no owner is set', async () => {
    const shown: string[] = []
    for (const table of divided)
      if ((await web.query(`select count(*)::int as rows from "${table}"`)).rows[0].rows !== 0) shown.push(table)
    expect(shown).toEqual([])
  })

  it('shows an owner its own rows of every table, and no others', async () => {
    const counts = async (pool: pg.Pool) => {
      const all: Record<string, number> = {}
      for (const table of divided)
        all[table] = (await pool.query(`select count(*)::int as rows from "${table}"`)).rows[0].rows
      return all
    }
    const one = Object.fromEntries(divided.map((table) => [table, 1]))
    expect(await counts(ownerPool(web, 'alpha'))).toEqual(one)
    expect(await counts(ownerPool(web, 'beta'))).toEqual(one)
    expect(await counts(ownerPool(web, 'nobody'))).toEqual(Object.fromEntries(divided.map((table) => [table, 0])))
    expect((await engine.query('select count(*)::int as rows from human_task')).rows[0].rows).toBe(2)
  })

  it('refuses a row for another owner, in every table', async () => {
    const answers: (string | undefined)[] = []
    for (const table of divided) {
      const row = await rowOfBeta(table)
      const columns = Object.keys(row).map((name) => `"${name}"`)
      const inserted = ownerPool(web, 'alpha').query(
        `insert into "${table}" (${columns}) overriding system value
         select ${columns} from json_populate_record(null::public."${table}", $1)`,
        [JSON.stringify(row)],
      )
      answers.push(await codeOf(inserted))
    }
    expect(answers).toEqual(divided.map(() => DENIED))
  })

  it('gives no row to another owner, and changes and removes none of another owner, in any table', async () => {
    const touched: string[] = []
    for (const table of divided.filter((name) => !name.startsWith('audit') && !onlyRead.includes(name))) {
      const [column = ''] = Object.keys(await rowOfBeta(table))
      const changed = await triedByAlpha(`update "${table}" set "${column}" = "${column}"`)
      const removed = await triedByAlpha(`delete from "${table}"`)
      if (changed !== 1 || removed !== 1) touched.push(table)
    }
    const given = divided.filter((name) => name !== 'audit' && name !== 'audit_chain' && ownedColumn.has(name))
    for (const table of given) {
      const answer = await codeOf(ownerPool(web, 'alpha').query(`update "${table}" set owner_id = 'beta'`))
      if (answer !== DENIED) touched.push(`${table} ${answer}`)
    }
    expect(touched).toEqual([])
  })

  it('covers a table of a later migration with the next start, and costs that start nothing otherwise', async () => {
    expect(await secureRows(owner)).toBe(false)
    await owner.query('create table later (owner_id text, words text); create table later_of_run (run_id uuid)')
    await owner.query('create table later_unowned (words text)')
    const { alpha, beta } = ids
    await owner.query('insert into later values ($1, null), ($2, null)', ['alpha', 'beta'])
    await owner.query('insert into later_of_run values ($1), ($2)', [alpha, beta])
    expect(await codeOf(ownerPool(web, 'alpha').query('select from later'))).toBe(DENIED)
    expect(await secureRows(owner)).toBe(true)
    expect((await ownerPool(web, 'alpha').query('select * from later')).rows).toEqual([
      { owner_id: 'alpha', words: null },
    ])
    expect((await ownerPool(web, 'alpha').query('select * from later_of_run')).rows).toEqual([{ run_id: alpha }])
    for (const pool of [web, start, engine]) expect(await codeOf(pool.query('select from later_unowned'))).toBe(DENIED)
    expect(await secureRows(owner)).toBe(false)
    await owner.query('drop table later, later_of_run, later_unowned')
    expect(await secureRows(owner)).toBe(true)
  })

  it('is made again where somebody has weakened it', async () => {
    for (const weaker of [
      'alter table draft disable row level security',
      'alter table draft no force row level security',
      'drop policy heddle_own_rows on draft',
      `create policy more on draft to ${roles.web} using (true)`,
      `grant select on "_prisma_migrations" to ${roles.web}`,
      'grant select on draft to public',
    ]) {
      await owner.query(weaker)
      expect(await secureRows(owner), weaker).toBe(true)
      expect(await secureRows(owner), weaker).toBe(false)
    }
    expect((await web.query('select from draft')).rowCount).toBe(0)
  })

  it('is left as a later version has made it, by a start of an earlier one (access 3)', async () => {
    const later = `insert into "_prisma_migrations" (id, checksum, finished_at, migration_name) values ('later', '', now(), '99991231000000_later')`
    const isKept = async () => {
      expect(await secureRows(owner)).toBe(false)
      expect(await codeOf(web.query('select from run_count where false'))).toBe('done')
    }
    // A grant that the later version has made, with and without a migration.
    await owner.query(`grant select on run_count to ${roles.web}`)
    await owner.query(later)
    await isKept()
    await owner.query(`delete from "_prisma_migrations" where id = 'later'`)
    await owner.query(`update row_security set version = 1000`)
    await isKept()
    expect(await secureRows(owner, 1001)).toBe(true)
    expect(await codeOf(web.query('select from run_count where false'))).toBe(DENIED)
    await owner.query(`update row_security set version = 0`)
  })

  it('says which role may do what with the audit, secrets and accounts (access 3; ASVS 8.2.3)', async () => {
    const alpha = ownerPool(web, 'alpha')
    expect(await codeOf(alpha.query('update audit set action = action'))).toBe(DENIED)
    expect(await codeOf(alpha.query('delete from audit'))).toBe(DENIED)
    expect(await codeOf(engine.query('update audit set action = action'))).toBe(DENIED)
    expect(await codeOf(engine.query('update audit set seq = seq, hash = hash where false'))).toBe('done')
    for (const table of accountTables.filter((name) => tables.includes(name)))
      for (const pool of [web, start, engine]) expect(await codeOf(pool.query(`select from "${table}"`))).toBe(DENIED)
  })

  it('lets starts and the change feed read no value, text or name of any owner', async () => {
    const { rows } = await owner.query<{ column: string }>(
      `select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relname = any($2) and a.attnum > 0 and not a.attisdropped
          and has_column_privilege($1, c.oid, a.attnum, 'select')
          and a.atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype, 'bytea'::regtype, 'tsvector'::regtype)
        order by 1`,
      [roles.start, divided],
    )
    expect(rows.map(({ column }) => column)).toEqual([
      'bulk_operation.owner_id',
      'human_task.status',
      'moved_owner.database',
      'moved_owner.direction',
      'moved_owner.identity',
      'moved_owner.owner_id',
      'payload.owner_id',
      'payload.sha256',
      'payload_use.owner_id',
      'payload_use.sha256',
      'ready.owner_id',
      'removed_run.owner_id',
      'run.created_by',
      'run.idempotency_key',
      'run.owner_id',
      'run.request_identity',
      // Given by a caller, as a key of idempotency is: the start looks for the run that has it.
      'run.workflow_id',
      'run_search.owner_id',
      'run_state.engine_id',
      'run_state.owner_id',
      'run_state.phase',
      'run_state.status',
      // Made by chance; a call of a webhook leads to its owner.
      'test_call.id',
      'test_call.owner_id',
      'trigger.hook_id',
      'trigger.owner_id',
      'workflow.name',
      'workflow.owner_id',
    ])
  })

  /** Rows that a statement of alpha touches; nothing of it stays. */
  async function triedByAlpha(statement: string): Promise<number | null> {
    const rollback = new Error('rolled back')
    let touched: number | null = null
    await inTransaction(ownerPool(web, 'alpha'), async (client) => {
      touched = (await client.query(statement)).rowCount
      throw rollback
    }).catch((error: unknown) => expect(error).toBe(rollback))
    return touched
  }

  async function rowOfBeta(table: string): Promise<Record<string, unknown>> {
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_json(t) as row from "${table}" t where t::text like any($1)`,
      [[`%${ids.beta}%`, '%beta%']],
    )
    const generated = await owner.query<{ name: string }>(
      `select attname::text as name from pg_attribute where attrelid = $1::regclass and attgenerated <> ''`,
      [`"${table}"`],
    )
    const names = generated.rows.map(({ name }) => name)
    return Object.fromEntries(Object.entries(rows[0]?.row ?? {}).filter(([name]) => !names.includes(name)))
  }

  it('lets engines alone make and drop months of the archive', async () => {
    for (const change of ['make_archive_month(now())', "drop_archive_months('1970-01-02')"]) {
      for (const pool of [ownerPool(web, 'alpha'), start])
        expect(await codeOf(pool.query(`select ${change}`)), change).toBe(DENIED)
      expect(await codeOf(engine.query(`select ${change}`)), change).toBe('done')
    }
  })
})
