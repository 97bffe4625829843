import type { ClientBase } from 'pg'
import type { OwnedTable } from './owned-tables.ts'

/** Rows that are in memory at once: as many as have about this many characters. */
const BATCH_CHARACTERS = 4_000_000
const MOST_ROWS = 1_000

/** The column with the writing transaction, which is another number in another database. */
const TRANSACTION = 'xid'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const movedColumns = ({ columns }: OwnedTable) => columns.filter(({ isNumbered }) => !isNumbered)

/**
 * Copies the rows of an owner, as text, in the order of the number that the database gives them, if there is one. What
 * readers of the log have read is before all their cursors at the target; the rest is new to each of them.
 */
export async function copyRows(
  source: ClientBase,
  target: ClientBase,
  table: OwnedTable,
  { ownerId, readUpTo }: { readonly ownerId: string; readonly readUpTo: bigint },
): Promise<void> {
  const columns = movedColumns(table)
  const numbered = table.columns.find(({ isNumbered }) => isNumbered)
  const order = numbered ? `order by ${quoted(numbered.name)}` : ''
  await source.query(
    `declare moved no scroll cursor for
     select ${columns.map(({ name }) => `${quoted(name)}::text`).join(', ')} from ${quoted(table.name)} where ${table.condition} ${order}`,
    [ownerId],
  )
  const insert = `insert into ${quoted(table.name)} (${columns.map(({ name }) => quoted(name)).join(', ')})
    select ${columns.map(({ name, type }, at) => (name === TRANSACTION ? transactionOf(at, readUpTo) : `c${at}::${type}`)).join(', ')}
      from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as moved(${columns.map((_, at) => `c${at}`).join(', ')})`
  for (let size = 10; ; ) {
    const { rows } = await source.query<(string | null)[]>({ text: `fetch ${size} from moved`, rowMode: 'array' })
    if (rows.length === 0) break
    await target.query(
      insert,
      columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    )
    const characters = rows.reduce((sum, row) => sum + row.reduce((length, text) => length + (text?.length ?? 0), 0), 0)
    size = Math.max(1, Math.min(MOST_ROWS, Math.floor((size * BATCH_CHARACTERS) / Math.max(characters, 1)), size * 2))
  }
  await source.query('close moved')
}

const transactionOf = (at: number, readUpTo: bigint) =>
  `case when c${at}::bigint < ${readUpTo} then 1 else (pg_current_xact_id()::text)::bigint end`

/** The number of the owner's rows in a table, and a sum of what is in them; equal where the rows are equal. */
export async function sumOf(client: ClientBase, table: OwnedTable, ownerId: string): Promise<string> {
  const compared = movedColumns(table).filter(({ name }) => name !== TRANSACTION)
  const row = `row(${compared.map(({ name }) => `${quoted(name)}::text`).join(', ')})::text`
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)::numeric), 0) as sum
       from ${quoted(table.name)} where ${table.condition}`,
    [ownerId],
  )
  return rows[0]?.sum ?? ''
}

export async function deleteRows(client: ClientBase, table: OwnedTable, ownerId: string): Promise<number> {
  const { rowCount } = await client.query(`delete from ${quoted(table.name)} where ${table.condition}`, [ownerId])
  return rowCount ?? 0
}

/**
 * Triggers of ours do nothing meanwhile: rows are moved as they are. Other processes write to these tables when the transaction
 * has ended, and to all others at any time.
 */
export async function withoutTriggers(
  client: ClientBase,
  tables: readonly OwnedTable[],
  work: () => Promise<void>,
): Promise<void> {
  const each = (verb: 'enable' | 'disable') =>
    tables
      .filter(({ isWatched }) => isWatched)
      .map(({ name }) => `alter table ${quoted(name)} ${verb} trigger user`)
      .join(';')
  await client.query(each('disable'))
  await work()
  await client.query(each('enable'))
}
