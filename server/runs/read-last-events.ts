import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'

/** The last events of a run, in order, as many as fit into a response (at least one row of the log). */
export async function readLastEvents(
  pool: Pool,
  runId: string,
  most: number,
  mostBytes: number = limits.page.historyBytes,
): Promise<readonly RunEvent[]> {
  // Rows that do not fit stay in the database: of a run with large events these may be a hundred times as much.
  const { rows } = await pool.query<{ events: string }>(
    `select events
       from (select seq, events, sum(octet_length(events)) over (order by seq desc) as bytes
               from run_log
              where run_id = $1
              order by seq desc
              limit ${limits.read.logRows}) rows
      where bytes - octet_length(events) < $2
      order by seq`,
    [runId, mostBytes],
  )
  return rows.flatMap(({ events }) => JSON.parse(events) as RunEvent[]).slice(-most)
}
