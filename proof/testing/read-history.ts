import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'

/** The whole history of a run, as it lies in the log. */
export async function readHistory(pool: Pool, runId: string): Promise<readonly RunEvent[]> {
  const { rows } = await pool.query<{ events: string }>('select events from run_log where run_id = $1 order by seq', [
    runId,
  ])
  return rows.flatMap(({ events }) => JSON.parse(events) as RunEvent[])
}
