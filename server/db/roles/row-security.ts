import { createHash } from 'node:crypto'
import type pg from 'pg'
import { unknownMigrations } from '../unknown-migrations.ts'
import { type Role, roleNames, roles } from './role-urls.ts'
import { accountTables, grantsVersion, installationTables, ownerConditions, ownRowViews, rightsOn } from './tables.ts'

/** The owner of the transaction, evaluated once in a statement. Null, which equals nothing, where none was set. */
const ownerSetting = "(select current_setting('app.owner', true))"

/** Serialises the making of policies. The number is arbitrary but must stay equal in every version of Heddle. */
const ROW_SECURITY_LOCK = 48_151_627

/** A table, view or sequence as the catalogue describes it. */
interface Relation {
  readonly schema: string
  readonly name: string
  readonly kind: string
  readonly columns: readonly string[]
}

const relationsQuery = `
  select current_schema() as schema, c.relname::text as name, c.relkind::text as kind,
         array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
   group by c.oid order by c.relname`

/** All that this file makes, as it is now: a change of it by somebody else is found too. */
const stateQuery = `
  select md5(coalesce(string_agg(line, E'\\n' order by line collate "C"), '')) as state from (
    select concat_ws('|', relname, relrowsecurity, relforcerowsecurity, relowner, relacl::text, reloptions::text) as line
      from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'S', 'v')
    union all
    select concat_ws('|', attrelid::regclass::text, attname, attacl::text)
      from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and attacl is not null
    union all
    select concat_ws('|', tablename, policyname, permissive, roles::text, cmd, qual, with_check)
      from pg_policies where schemaname = current_schema()) part`

/**
 * Makes the policies and grants of all tables, in one transaction, and says whether it had to. They are derived from the
 * catalogue, so a table of a new migration has them with the next start. When nothing has changed, two
 * statements read the catalogue and nothing is written; nor is it when a later version of Heddle shares the database.
 */
export async function secureRows(owner: pg.ClientBase, version = grantsVersion): Promise<boolean> {
  if (await isOfLaterVersion(owner, version)) return false
  const statements = await listStatements(owner)
  if ((await storedFingerprint(owner)) === (await fingerprintOf(owner, statements))) return false
  await owner.query('begin')
  try {
    await owner.query('select pg_advisory_xact_lock($1)', [ROW_SECURITY_LOCK])
    if (await isOfLaterVersion(owner, version)) {
      await owner.query('rollback')
      return false
    }
    await owner.query(statements.join(';\n'))
    await owner.query(
      `insert into row_security (id, fingerprint, version) values ('policies', $1, $2)
       on conflict (id) do update set fingerprint = excluded.fingerprint, version = excluded.version, made_at = now()`,
      [await fingerprintOf(owner, statements), version],
    )
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
  return true
}

async function listStatements(owner: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await owner.query<Relation>(relationsQuery)
  const ofKind = (...kinds: string[]) => rows.filter(({ kind }) => kinds.includes(kind))
  return [
    dropPolicies,
    ...rows.slice(0, 1).map(({ schema }) => `grant usage on schema ${quoted(schema)} to ${all}`),
    ...ofKind('r', 'p').flatMap(statementsForTable),
    ...ofKind('v').flatMap(statementsForView),
    ...ofKind('S').map(
      ({ name }) => `grant usage on sequence ${quoted(name)} to ${roles.engine}, ${roles.web}, ${roles.auth}`,
    ),
  ]
}

/** Whether a later version of Heddle has made the policies and grants, or has migrated the database. */
async function isOfLaterVersion(owner: pg.ClientBase, version: number): Promise<boolean> {
  const { rowCount } = await owner.query(`select from row_security where id = 'policies' and version > $1`, [version])
  return rowCount !== 0 || (await unknownMigrations(owner)).length > 0
}

async function storedFingerprint(owner: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await owner.query<{ fingerprint: string }>(
    `select fingerprint from row_security where id = 'policies'`,
  )
  return rows[0]?.fingerprint
}

async function fingerprintOf(owner: pg.ClientBase, statements: readonly string[]): Promise<string> {
  const { rows } = await owner.query<{ state: string }>(stateQuery)
  return createHash('sha256')
    .update(statements.join(';\n'))
    .update(rows[0]?.state ?? '')
    .digest('hex')
}

/**
 * Removes all policies of the roles, those that somebody else has made too: policies add up, so a further one could only
 * show more.
 */
const dropPolicies = `do $$
declare policy record;
begin
  for policy in
    select tablename, policyname from pg_policies
     where schemaname = current_schema()
       and roles && array['public', current_user, ${roleNames.map((role) => `'${roles[role]}'`).join(', ')}]::name[]
  loop
    execute format('drop policy %I on %I', policy.policyname, policy.tablename);
  end loop;
end $$`

const all = roleNames.map((role) => roles[role]).join(', ')

function statementsForTable(table: Relation): readonly string[] {
  const { name, columns } = table
  const condition = conditionOf(table)
  const rights = rightsOn(name, condition !== null, columns)
  return [
    ...policiesOf(name, condition),
    `revoke all on ${quoted(name)} from public, ${all}`,
    ...roleNames.flatMap((role) => grantOf(name, role, rights[role])),
  ]
}

/**
 * A view applies the policies and grants of the role that reads it, not those of its owner; except for a view that has the
 * condition of the policies in itself.
 */
function statementsForView({ name }: Relation): readonly string[] {
  return [
    `alter view ${quoted(name)} set (security_invoker = ${!ownRowViews.includes(name)})`,
    `revoke all on ${quoted(name)} from public, ${all}`,
    `grant select on ${quoted(name)} to ${roles.engine}, ${roles.web}`,
  ]
}

function grantOf(table: string, role: Role, rights: readonly string[]): readonly string[] {
  return rights.length === 0 ? [] : [`grant ${rights.join(', ')} on ${quoted(table)} to ${roles[role]}`]
}

/** Whose a row is; null where a table has no owners. */
function conditionOf({ name, columns }: Relation): string | null {
  const named = ownerConditions[name]
  if (named) return named(ownerSetting)
  if (accountTables.includes(name) || installationTables.includes(name)) return null
  if (columns.includes('owner_id')) return `owner_id = ${ownerSetting}`
  if (columns.includes('run_id'))
    return `exists (select from run r where r.id = ${quoted(name)}.run_id and r.owner_id = ${ownerSetting})`
  return null
}

/**
 * Policies of a table. Requests see the rows of one owner. Roles that work for all owners, and the role that owns the
 * tables, are named: a managed PostgreSQL grants nobody the right to bypass policies, and a constant condition costs a
 * statement nothing. What such a role may do at all, its grants say.
 */
function policiesOf(name: string, condition: string | null): readonly string[] {
  const table = quoted(name)
  if (installationTables.includes(name)) return []
  return [
    `alter table ${table} enable row level security, force row level security`,
    ...(condition === null
      ? []
      : [`create policy heddle_own_rows on ${table} to ${roles.web} using (${condition}) with check (${condition})`]),
    `create policy heddle_all_rows on ${table} to current_user, ${roles.engine}, ${roles.start}, ${roles.auth} using (true) with check (true)`,
  ]
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
