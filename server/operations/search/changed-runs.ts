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
runs as (select run_id, min(seq) = 1 as begins from found group by run_id)
select b.xmin, (select count(*) from found)::int as rows, last.xid, last.run_id, last.seq,
       array(select r.run_id::text from runs r
              where r.begins
                 or exists (select from run_state s where s.run_id = any(array[r.run_id]) and (s.status <> 'ACTIVE' or s.held))
             ) as worth
  from b left join (select * from found order by xid desc, run_id desc, seq desc limit 1) last on true`

/**
 * The runs in the next page of the log that are worth indexing: those that
 * begin there, and those that rest now. One that is on its way writes again
 * before it rests, and is met then.
 */
export async function readChangedRuns(pool: Pool, after: Place): Promise<ChangedRuns> {
  const { rows } = await pool.query<{
    xmin: string
    rows: number
    xid: string | null
    run_id: string
    seq: number
    worth: string[]
  }>({ name: 'changed-runs', text: page, values: [after.xid, after.runId, after.seq] })
  const [found] = rows
  const last = found?.rows === pageRows && found.xid !== null ? { ...found, xid: found.xid } : null
  return {
    runIds: found?.worth ?? [],
    next: last ? { xid: last.xid, runId: last.run_id, seq: last.seq } : placeBefore(found?.xmin ?? after.xid),
    more: last !== null,
  }
}
