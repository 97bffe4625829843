import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import type { WithRefs } from '#core/run/payload-ref.ts'
import { fromSnapshot, initialState, type RunState } from '#core/run/state.ts'
import { openPayloads } from '../payload/put-back.ts'
import { payloadsOf } from '../store/payloads.ts'

/** The state of a run; null when there is no such run. See `readRunStates`. */
export async function readRunState(pool: Pool, runId: string, large: Large): Promise<RunState | null> {
  return (await readRunStates(pool, [runId], large)).get(runId) ?? null
}

/** What is kept apart is in a state `whole`, or as the reference that stands for it: for whoever shows it. */
type Large = 'whole' | 'refs'

/** The states of runs, folded from their histories (from the last snapshot on), by run. */
export async function readRunStates(
  pool: Pool,
  runIds: readonly string[],
  large: Large,
): Promise<ReadonlyMap<string, RunState>> {
  const { rows } = await pool.query<{ run_id: string; snapshot: string | null; log: string | null }>({
    name: 'read-run-states',
    text: `
select r.id as run_id, n.state as snapshot,
       (select string_agg(events, ',' order by seq) from run_log where run_id = r.id and seq > coalesce(n.seq, 0)) as log
  from run r left join snapshot n on n.run_id = r.id
 where r.id = any($1::uuid[])`,
    values: [runIds],
  })
  const payloads = large === 'whole' ? await payloadsOf(pool, rows) : null
  return new Map(
    rows.map(({ run_id, snapshot, log }) => {
      const toPresent = payloads ? openPayloads(payloads.get(run_id)).putBack : withoutPlaces
      const start = snapshot === null ? initialState() : fromSnapshot(toPresent(JSON.parse(snapshot) as RunState))
      return [run_id, fold(start, eventsOf(log).map(toPresent))]
    }),
  )
}

/** The references stay where they are. */
function withoutPlaces<Whole extends object>({ refs, ...whole }: Whole & WithRefs): Whole {
  return whole as unknown as Whole
}

function eventsOf(log: string | null): readonly RunEvent[] {
  return log === null ? [] : (JSON.parse(`[${log}]`) as RunEvent[][]).flat()
}
