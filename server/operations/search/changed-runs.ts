import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { type Place, placeBefore } from '../log-place.ts'

export interface ChangedRuns {
  readonly runIds: readonly string[]
  readonly next: Place
  readonly more: boolean
}

/**
 * The runs in the next page of the log that are worth indexing: those that
 * begin there, and those that rest now. One that is on its way writes again
 * before it rests, and is met then.
 */
export async function readChangedRuns(pool: Pool, after: Place): Promise<ChangedRuns> {
  const { pageRows } = limits.search
  const { rows } = await pool.query<{
    xmin: string
    xid: string | null
    run_id: string
    seq: number
    worth: boolean
  }>(
    `select b.xmin, l.*
       from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin) b
       left join lateral (
         select g.xid, g.run_id, g.seq, coalesce(g.seq = 1 or s.status <> 'ACTIVE' or s.held, false) as worth
           from (select xid, run_id, seq from run_log
                  where xid >= $1::bigint and xid < b.xmin and (xid, run_id, seq) > ($1::bigint, $2::uuid, $3::int)
                  order by xid, run_id, seq limit ${pageRows}) g
           left join run_state s on s.run_id = g.run_id
       ) l on true
      order by l.xid, l.run_id, l.seq`,
    [after.xid, after.runId, after.seq],
  )
  const found = rows.filter((row) => row.xid !== null)
  const last = found.at(-1)
  const more = found.length === pageRows && last !== undefined
  return {
    runIds: [...new Set(found.filter((row) => row.worth).map((row) => row.run_id))],
    next: more
      ? { xid: last.xid ?? after.xid, runId: last.run_id, seq: last.seq }
      : placeBefore(rows[0]?.xmin ?? after.xid),
    more,
  }
}
