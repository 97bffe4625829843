import { type Cursor, cursorBefore, presentSql } from './cursor.ts'

/** The end of a page: the cursor behind it, and whether more rows follow at present. */
export interface PageEnd {
  readonly next: Cursor
  readonly more: boolean
}

export interface LogPage<Row> extends PageEnd {
  readonly rows: readonly Row[]
}

interface PageShape {
  /** Columns of the page, from each of the tables. `xid` is one of them. */
  readonly columns: string
  /** The length of a page in rows, or its parameter. */
  readonly rows: number | string
  /** `run_log` alone unless said otherwise; each has an index on `xid`. */
  readonly tables?: readonly string[]
  /** The parameter of a transaction; the page ends before it. Null stands for the present. */
  readonly until?: string
}

/**
 * The page query of the log, as common table expressions for the statement of a reader: one statement reads a page and
 * does with it what the reader needs. A page ends between two transactions.
 *
 * - `present (xmin)`: the present of the log.
 * - `bound (xid)`: rows of this transaction and of later ones are not read.
 * - `found`: the rows from transaction `$1` on, in commit order, up to the length of a page.
 * - `summary (rows, first, last, bound)`: what `readTransactions` needs to know of them.
 * - `page`: these rows, without those of the last transaction if `found` may hold only a part of it; to be sorted by
 *   `xid` where their order matters.
 */
export function pageOfTransactions({ columns, rows, tables = ['run_log'], until }: PageShape): string {
  const part = (table: string) =>
    `select ${columns} from ${table} where xid >= $1::bigint and xid < (select xid from bound) order by xid limit ${rows}`
  const all =
    tables.length === 1
      ? part(tables[0] as string)
      : `select * from (${tables.map((table) => `(${part(table)})`).join(' union all ')}) either order by xid limit ${rows}`
  const bound = until === undefined ? 'xmin' : `greatest($1::bigint, least(xmin, ${until}::bigint))`
  return `present as materialized (select ${presentSql} as xmin),
    bound as materialized (select ${bound} as xid from present),
    found as materialized (${all}),
    summary as materialized (
      select count(*)::int as rows, min(found.xid) as first, max(found.xid) as last, (select xid from bound) as bound
        from found),
    page as (select found.* from found, summary where summary.rows < ${rows} or found.xid < summary.last)`
}

/** The row of `summary`. */
export interface Summary {
  readonly rows: number
  readonly first: string | null
  readonly last: string | null
  readonly bound: string
}

/**
 * Reads a page that ends between two transactions. Where one transaction is longer than the page, the page is read
 * again, twice as long.
 */
export async function readTransactions<Answer extends Summary>(
  rows: number,
  read: (rows: number) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly end: PageEnd }> {
  for (let most = rows; ; most *= 2) {
    const answer = await read(most)
    const { first, last, bound } = answer
    if (answer.rows < most || last === null) return { answer, end: { next: cursorBefore(bound), more: false } }
    if (first !== last) return { answer, end: { next: cursorBefore(last), more: true } }
  }
}

/**
 * The page query for readers that go on within a transaction, because each row may cost them much: the rows behind the
 * cursor `$1, $2, $3`, in commit order, and within a transaction by run and number.
 *
 * `bound` is where the page is full, so that not every later row is read and sorted for it.
 */
export function pageOfRows({ columns, rows }: Pick<PageShape, 'columns' | 'rows'>): string {
  return `present as materialized (select ${presentSql} as xmin),
    bound as materialized (
      select coalesce((select xid from run_log where xid > $1::bigint and xid < (select xmin from present)
                        order by xid offset ${rows} limit 1), xmin - 1) as xid from present),
    page as (
      select ${columns} from run_log
       where xid >= $1::bigint and xid <= (select xid from bound)
         and (xid, run_id, seq) > ($1::bigint, $2::uuid, $3::int)
       order by xid, run_id, seq limit ${rows})`
}
