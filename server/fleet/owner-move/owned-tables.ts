import type { ClientBase } from 'pg'
import { accountTables, installationTables, ownerConditions } from '#server/db/roles/tables.ts'

interface Column {
  readonly name: string
  readonly type: string
  /** The database numbers it by itself: a row gets another number where it goes. */
  readonly isNumbered: boolean
}

/** A table with rows of owners, as they are moved. */
export interface OwnedTable {
  readonly name: string
  readonly columns: readonly Column[]
  /** A condition on its rows: the owner is `$1`. */
  readonly condition: string
  /** Whether triggers of ours watch its rows. */
  readonly isWatched: boolean
}

/**
 * Tables with an owner whose rows stay: the record of moves itself, and the index of the archive, whose files stay where they
 * are. Tables that do not survive a crash of the database are left as well: processes write them again.
 */
const staying: readonly string[] = ['moved_owner', 'archived_run']

interface CatalogueRow {
  readonly name: string
  readonly columns: readonly Column[]
  readonly after: readonly string[]
  readonly isWatched: boolean
}

const catalogue = `
select c.relname::text as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                          'isNumbered', a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false))
                        order by a.attname)
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select f.confrelid::regclass::text from pg_constraint f
              where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as after,
       exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "isWatched"
  from pg_class c
 where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
 order by c.relname`

/**
 * The tables with rows of owners, each behind those that it refers to, and those that triggers watch as late as that allows. They are derived from the catalogue, so a table of a
 * new migration is among them; one that says neither its owner nor its run, and is no table of the installation, is an
 * error.
 */
export async function ownedTables(client: Pick<ClientBase, 'query'>): Promise<readonly OwnedTable[]> {
  const { rows } = await client.query<CatalogueRow>(catalogue)
  const owned = rows.flatMap((row) => {
    const condition = conditionOf(row)
    // Rows that only their run tells the owner of come behind the run, and go before it.
    const after = condition === byRun ? [...row.after, 'run'] : row.after
    return condition === null ? [] : [{ ...row, after, condition }]
  })
  return inOrder(owned).map(({ after: _, ...table }) => table)
}

const byRun = 'run_id in (select id from run where owner_id = $1)'

function conditionOf({ name, columns }: CatalogueRow): string | null {
  if (staying.includes(name) || accountTables.includes(name) || installationTables.includes(name)) return null
  const named = ownerConditions[name]
  if (named) return named('$1')
  const has = (wanted: string) => columns.some((column) => column.name === wanted)
  if (has('owner_id')) return 'owner_id = $1'
  if (has('run_id')) return byRun
  throw new Error(`The table ${name} does not say whose its rows are: no owner can be moved.`)
}

function inOrder<Table extends CatalogueRow>(tables: readonly Table[]): readonly Table[] {
  const names = new Set(tables.map(({ name }) => name))
  const ordered: Table[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, after }) => !placed.has(name) && after.every((other) => placed.has(other) || !names.has(other)),
    )
    const unwatched = ready.filter(({ isWatched }) => !isWatched)
    const next = unwatched.length > 0 ? unwatched : ready
    if (next.length === 0) throw new Error('Tables refer to each other in a circle: no owner can be moved.')
    for (const table of next) {
      ordered.push(table)
      placed.add(table.name)
    }
  }
  return ordered
}
