import type pg from 'pg'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly generated: boolean
}

/** Values by type for one owner; everything that names the owner or something of the owner is derived from these two. */
function sampleOf({ name, type }: Column, ownerId: string, id: string): unknown {
  if (type === 'uuid') return id
  if (type.endsWith('[]')) return []
  if (type === 'text' || type.startsWith('character')) return ownerId
  if (type === 'boolean') return false
  if (type.startsWith('json')) return '{}'
  if (type.startsWith('timestamp')) return '2026-01-01T00:00:00Z'
  if (type === 'bytea') return Buffer.from(ownerId)
  if (type === 'tsvector') return ownerId
  // Numbers: unique within a table that is keyed by one.
  if (/int|double|real|numeric/.test(type)) return name === 'id' ? ownerId.length : 1
  throw new Error(`No value for ${name}, which is ${type}.`)
}

/**
 * One row for each owner in each of the tables, made from the catalogue, so that a table of a new migration has rows too.
 * Foreign keys and checks are dropped, and triggers do not run.
 */
export async function fillTables(
  owner: pg.Client,
  tables: readonly string[],
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows: constraints } = await owner.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype in ('c', 'f') and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of constraints) await owner.query(`alter table ${table} drop constraint "${name}"`)
  const { rows: columns } = await owner.query<Column>(
    `select c.relname::text as table, a.attname::text as name, format_type(a.atttypid, null) as type,
            a.attgenerated <> '' as generated
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      order by a.attnum`,
  )
  await owner.query('set session_replication_role = replica')
  for (const table of tables) {
    await owner.query(`delete from "${table}"`)
    const own = columns.filter((column) => column.table === table && !column.generated)
    const names = own.map(({ name }) => `"${name}"`).join(', ')
    const places = own.map(({ type }, at) => `$${at + 1}::${type}`).join(', ')
    for (const [ownerId, id] of Object.entries(ids)) {
      await owner.query(
        `insert into "${table}" (${names}) overriding system value values (${places})`,
        own.map((column) => sampleOf(column, ownerId, id)),
      )
    }
  }
  await owner.query('set session_replication_role = origin')
}
