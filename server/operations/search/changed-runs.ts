import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { type Place, placeBefore } from '../log-place.ts'

export interface ChangedRuns {
  readonly runIds: readonly string[]
  readonly next: Place
  readonly more: boolean
}

const { pageRows } = limits.search

/**
 * `bound` ends the page where enough has been found, so that what has come since is not read and sorted for
 * every page again: the log has an index of transactions, and none of what is within one.
 */
const page = `
with b as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin),
bound as materialized (
  select coalesce((select xid from run_log where xid > $1::bigint and xid < b.xmin order by xid offset ${pageRows} limit 1),
                  b.xmin - 1) as last
    from b
),
found as materialized (
  select xid, run_id, seq from run_log
   where xid >= $1::bigint and xid <= (select last from bound) and (xid, run_id, seq) > ($1::bigint, $2::uuid, $3::int)
   order by xid, run_id, seq limit ${pageRows}
),
resting as materialized (
  select r.run_id
    from (select distinct run_id from found) r
    join run_state s on s.run_id = any(array[r.run_id])
   where s.status <> 'ACTIVE' or s.held
)
select b.xmin, f.xid, f.run_id, f.seq, f.seq = 1 or r.run_id is not null as worth
  from b left join (found f left join resting r on r.run_id = f.run_id) on true
 order by f.xid, f.run_id, f.seq`

/**
 * The runs in the next page of the log that are worth indexing: those that
 * begin there, and those that rest now. One that is on its way writes again
 * before it rests, and is met then.
 */
export async function readChangedRuns(pool: Pool, after: Place): Promise<ChangedRuns> {
  const { rows } = await pool.query<{
    xmin: string
    xid: string | null
    run_id: string
    seq: number
    worth: boolean
  }>({ name: 'changed-runs', text: page, values: [after.xid, after.runId, after.seq] })
  const found = rows.filter((row) => row.xid !== null)
  const last = found.at(-1)
  const more = found.length === limits.search.pageRows && last !== undefined
  return {
    runIds: [...new Set(found.filter((row) => row.worth).map((row) => row.run_id))],
    next: more
      ? { xid: last.xid ?? after.xid, runId: last.run_id, seq: last.seq }
      : placeBefore(rows[0]?.xmin ?? after.xid),
    more,
  }
}
