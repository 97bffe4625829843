import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'

export interface EventsRead {
  readonly events: readonly RunEvent[]
  /** There are more: read on after the last one. */
  readonly more: boolean
}

/** The events of a run after a sequence number, in order, as many as fit into an answer (at least one row of the log). */
export async function readEvents(
  pool: Pool,
  runId: string,
  afterSeq: number,
  most: number = limits.page.historyEvents,
  mostBytes: number = limits.page.historyBytes,
): Promise<EventsRead> {
  // What does not fit stays in the database: of a run with large events it may be a hundred times as much. It begins with
  // the row that holds the next event: one that ends at `afterSeq` has nothing to tell, and would count all the same.
  const { rows } = await pool.query<{ events: string | null }>(
    `select case when bytes - octet_length(events) < $3 then events end as events
       from (select seq, events, sum(octet_length(events)) over (order by seq) as bytes
               from run_log
              where run_id = $1
                and seq >= coalesce((select max(seq) from run_log where run_id = $1 and seq <= $2::bigint + 1), 0)
              order by seq
              limit ${limits.read.logRows}) rows
      order by seq`,
    [runId, afterSeq, mostBytes],
  )
  const fitting = rows.flatMap(({ events }) => events ?? [])
  // The row that holds the next event may begin before it.
  const events = fitting.flatMap((text) => JSON.parse(text) as RunEvent[]).filter(({ seq }) => seq > afterSeq)
  const more = events.length > most || fitting.length < rows.length || rows.length === limits.read.logRows
  return { events: events.slice(0, most), more }
}
