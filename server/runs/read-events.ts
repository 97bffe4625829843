import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'

export interface EventsRead {
  readonly events: readonly RunEvent[]
  /** More events exist: read on after the last one. */
  readonly more: boolean
}

/**
 * SQL: the rows of the log of run `$1` from the one with the event after a sequence number on, and whether they fit into
 * a number of bytes, of which the first row always does. A row that ends at the number has no new events, but would
 * count.
 */
export const eventRows = (after: string, bytes: string) => `
  select seq, events, bytes - octet_length(events) < ${bytes} as fits
    from (select seq, events, sum(octet_length(events)) over (order by seq) as bytes
            from run_log
           where run_id = $1
             and seq >= coalesce((select max(seq) from run_log where run_id = $1 and seq <= ${after}::bigint + 1), 0)
           order by seq
           limit ${limits.read.logRows}) rows`

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
  // Rows that do not fit stay in the database: of a run with large events these may be a hundred times as much.
  const { rows } = await pool.query<{ events: string | null }>({
    name: 'run-events',
    text: `select case when fits then events end as events from (${eventRows('$2', '$3')}) page order by seq`,
    values: [runId, afterSeq, mostBytes],
  })
  const fitting = rows.flatMap(({ events }) => events ?? [])
  return eventsIn(
    fitting.flatMap((text) => JSON.parse(text) as RunEvent[]),
    rows.length > fitting.length,
    {
      afterSeq,
      most,
      rows: rows.length,
    },
  )
}

interface Page {
  readonly afterSeq: number
  readonly most: number
  /** Rows of the log that were found, whether they fit or not. */
  readonly rows: number
}

/** The events of a page that the reader does not have: the row of the next event may begin before that event. */
export function eventsIn(found: readonly RunEvent[], isCut: boolean, { afterSeq, most, rows }: Page): EventsRead {
  const events = found.filter(({ seq }) => seq > afterSeq)
  return { events: events.slice(0, most), more: events.length > most || isCut || rows === limits.read.logRows }
}
