import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'

export interface EventsRead {
  readonly events: readonly RunEvent[]
  /** More events exist: read on after the last one. */
  readonly more: boolean
}

/**
 * The events of a run after a sequence number, in order, as many as fit into a response (at least one row of the log).
 */
export async function readEvents(
  pool: Pool,
  runId: string,
  afterSeq: number,
  most: number = limits.page.historyEvents,
  mostBytes: number = limits.page.historyBytes,
): Promise<EventsRead> {
  // Rows that do not fit stay in the database: of a run with large events these may be a hundred times as much. The
  // query begins with the row of the next event: a row that ends at `afterSeq` has no new events, but would count.
  const { rows } = await pool.query<{ events: string | null }>({
    name: 'run-events',
    text: `select case when bytes - octet_length(events) < $3 then events end as events
       from (select seq, events, sum(octet_length(events)) over (order by seq) as bytes
               from run_log
              where run_id = $1
                and seq >= coalesce((select max(seq) from run_log where run_id = $1 and seq <= $2::bigint + 1), 0)
              order by seq
              limit ${limits.read.logRows}) rows
      order by seq`,
    values: [runId, afterSeq, mostBytes],
  })
  const fitting = rows.flatMap(({ events }) => events ?? [])
  // The row of the next event may begin before that event.
  const events = fitting.flatMap((text) => JSON.parse(text) as RunEvent[]).filter(({ seq }) => seq > afterSeq)
  const more = events.length > most || fitting.length < rows.length || rows.length === limits.read.logRows
  return { events: events.slice(0, most), more }
}
