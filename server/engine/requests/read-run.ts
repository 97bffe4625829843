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

function eventsOf(log: string | null): readonly RunEvent[] {
  return log === null ? [] : (JSON.parse(`[${log}]`) as RunEvent[][]).flat()
}
