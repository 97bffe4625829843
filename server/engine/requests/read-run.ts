import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import type { WithRefs } from '#core/run/payload-ref.ts'
import { fromSnapshot, initialState, type RunState } from '#core/run/state.ts'
import { openPayloads } from '../payload/put-back.ts'
import { payloadsOf } from '../store/payloads.ts'

/**
 * The state of a run, folded from its history (from its last snapshot on); null when there is no such run. What is kept
 * apart is in it `whole`, or as the reference that stands for it: for whoever shows it.
 */
export async function readRunState(pool: Pool, runId: string, large: 'whole' | 'refs'): Promise<RunState | null> {
  const { rows } = await pool.query<{ run_id: string; snapshot: string | null; log: string | null }>({
    name: 'read-run-state',
    text: `
select r.id as run_id, n.state as snapshot,
       (select string_agg(events, ',' order by seq) from run_log where run_id = r.id and seq > coalesce(n.seq, 0)) as log
  from run r left join snapshot n on n.run_id = r.id
 where r.id = $1`,
    values: [runId],
  })
  const row = rows[0]
  if (!row) return null
  const toPresent = large === 'whole' ? openPayloads((await payloadsOf(pool, rows)).get(runId)).putBack : withoutPlaces
  const start = row.snapshot === null ? initialState() : fromSnapshot(toPresent(JSON.parse(row.snapshot) as RunState))
  return fold(start, eventsOf(row.log).map(toPresent))
}

/** The references stay where they are. */
function withoutPlaces<Whole extends object>({ refs, ...whole }: Whole & WithRefs): Whole {
  return whole as unknown as Whole
}

function eventsOf(log: string | null): readonly RunEvent[] {
  return log === null ? [] : (JSON.parse(`[${log}]`) as RunEvent[][]).flat()
}
