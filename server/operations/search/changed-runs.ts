import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'

/** Positions in the log are transaction numbers, as text: everything below `next` has been read. */
export interface ChangedRuns {
  readonly runIds: readonly string[]
  readonly next: string
  readonly more: boolean
  /** No running transaction is below this number, so no further row appears there. */
  readonly present: string
}

const page = `
with present as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin),
bound as materialized (select greatest($1::bigint, least(xmin, $2::bigint)) as xid from present),
page as materialized (
  select xid, run_id, seq from run_log
   where xid >= $1::bigint and xid < (select xid from bound)
   order by xid limit $3::int
),
runs as (select run_id, min(seq) = 1 as begins, max(seq) as seq from page group by run_id)
select present.xmin as present, bound.xid as bound, p.rows, p.first, p.last,
       array(select r.run_id::text from runs r
              where not exists (select from run_search e where e.run_id = any(array[r.run_id]) and e.seq >= r.seq and e.numbers > 0)
                and (r.begins
                     or exists (select from run_state s
                                 where s.run_id = any(array[r.run_id]) and (s.status <> 'ACTIVE' or s.held)))
             ) as worth
  from present, bound, (select count(*)::int as rows, min(xid) as first, max(xid) as last from page) p`

/**
 * The runs in the next page of the log that are worth indexing and whose index entry is older than that page: runs that
 * begin there, and runs that rest now. An active run writes again before it rests, and is found then. Rows from
 * transaction `until` on are not read.
 */
export async function readChangedRuns(
  pool: Pool,
  after: string,
  until: string | null = null,
  rows: number = limits.search.pageRows,
): Promise<ChangedRuns> {
  const { rows: answers } = await pool.query<{
    present: string
    bound: string
    rows: number
    first: string | null
    last: string | null
    worth: string[]
  }>({ name: 'changed-runs', text: page, values: [after, until, rows] })
  const [found] = answers
  if (!found) throw new Error('The log of runs did not answer.')
  const { present, bound, worth, first, last } = found
  if (found.rows < rows || last === null) return { runIds: worth, next: bound, more: false, present }
  // A page may hold only a part of its last transaction. The next page begins with that transaction, and is longer than
  // it.
  if (first === last) return readChangedRuns(pool, after, until, 2 * rows)
  return { runIds: worth, next: last, more: true, present }
}
