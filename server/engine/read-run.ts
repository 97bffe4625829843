import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { fromSnapshot, initialState, type RunState } from '#core/run/state.ts'

/** The state of a run, folded from its history (from its last snapshot on); null when there is no such run. */
export async function readRunState(pool: Pool, runId: string): Promise<RunState | null> {
  const { rows } = await pool.query<{ snapshot: string | null; log: string | null }>({
    name: 'read-run-state',
    text: `
select n.state as snapshot,
       (select string_agg(events, ',' order by seq) from run_log where run_id = r.id and seq > coalesce(n.seq, 0)) as log
  from run r left join snapshot n on n.run_id = r.id
 where r.id = $1`,
    values: [runId],
  })
  const row = rows[0]
  if (!row) return null
  const start = row.snapshot === null ? initialState() : fromSnapshot(JSON.parse(row.snapshot) as RunState)
  return fold(start, eventsOf(row.log))
}

/**
 * The events of a run after a number, in order: at least `limit` of them if
 * there are so many, as rows are read whole. Empty when there are none.
 */
export async function readHistory(
  pool: Pool,
  runId: string,
  afterSeq: number,
  limit = 1_000,
): Promise<readonly RunEvent[]> {
  const { rows } = await pool.query<{ log: string | null }>({
    name: 'read-history',
    text: `
select string_agg(events, ',' order by seq) as log from (
  select seq, events from run_log
   where run_id = $1
     -- The row that holds the event after this one may have begun before it.
     and seq >= coalesce((select max(seq) from run_log where run_id = $1 and seq <= $2::int + 1), 0)
   order by seq limit $3) l`,
    values: [runId, afterSeq, limit],
  })
  return eventsOf(rows[0]?.log ?? null).filter((event) => event.seq > afterSeq)
}

function eventsOf(log: string | null): readonly RunEvent[] {
  return log === null ? [] : (JSON.parse(`[${log}]`) as RunEvent[][]).flat()
}
