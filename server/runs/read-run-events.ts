import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import { type EventsRead, eventRows, eventsIn } from './read-events.ts'
import { missingRun } from './run-not-found.ts'
import { type RunRow, runColumns, runTables } from './run-row.ts'
import { visibleRun } from './visible-run.ts'

/** Events of a run, and its row in the same snapshot. */
export interface RunEventsRead extends EventsRead {
  readonly row: RunRow
}

interface Row extends RunRow {
  /** A JSON list of the events of each row of the log that fits. */
  readonly page: string
  readonly pageRows: number
  readonly isCut: boolean
}

/** The condition of an actor who may see every run of an owner. */
const visibleToAll = '($4::text is null or r.owner_id = $4)'

/**
 * The events of a run after a sequence number, and its row, by one statement: the row says nothing that the events lack,
 * and no second statement asks whether the actor may see the run. Throws `NOT_FOUND`.
 */
export async function readRunEvents(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  runId: string,
  { afterSeq, most = limits.page.historyEvents, mostBytes = limits.page.historyBytes }: RunEventsRequest,
): Promise<RunEventsRead> {
  const values: unknown[] = [runId, afterSeq, mostBytes]
  const visible = visibleRun(actor, (value) => `$${values.push(value)}`)
  // The common condition is prepared: planning these columns takes longer than reading them.
  const name = visible === visibleToAll ? 'run-row-events' : undefined
  const text = `
select ${runColumns}, coalesce(page.events, '[]') as page, page.rows as "pageRows", page.cut as "isCut"
  from ${runTables}
  cross join lateral (
    select '[' || string_agg(case when fits then events end, ',' order by seq) || ']' as events,
           count(*)::int as rows, coalesce(bool_or(not fits), false) as cut
      from (${eventRows('$2', '$3')}) found) page
 where r.id = $1 and ${visible}`
  const { rows } = await pool.query<Row>({ ...(name && { name }), text, values })
  const [found] = rows
  if (!found) throw await missingRun(pool, actor, runId)
  const { page, pageRows, isCut, ...row } = found
  const events = (JSON.parse(page) as RunEvent[][]).flat()
  return { row, ...eventsIn(events, isCut, { afterSeq, most, rows: pageRows }) }
}

export interface RunEventsRequest {
  readonly afterSeq: number
  readonly most?: number
  readonly mostBytes?: number
}

/** A text that is equal for actors who may see the same runs, so that they can share reads. */
export function visibilityOf(actor: Actor): string {
  const values: unknown[] = []
  const condition = visibleRun(actor, (value) => `$${values.push(value)}`)
  return JSON.stringify([condition, values])
}
