import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { type Cursor, cursorBefore } from '#server/log/cursor.ts'
import { type LogPage, pageOfRows } from '#server/log/page.ts'
import { visibleRun } from '../../visible-run.ts'
import type { EventFilter } from './event-filter.ts'

export interface OwnerRow extends Cursor {
  readonly events: string
}

interface Row {
  readonly present: string
  /** Null for a page without rows. */
  readonly xid: string | null
  readonly runId: string
  readonly seq: number
  /** Null for a row that the reader does not get. */
  readonly events: string | null
  readonly fits: boolean
}

/** SQL of the runs that a filter asks for. Tests of drafts are private to their authors, with all that they start. */
export function askedRuns(actor: Actor, { workflow, runId }: EventFilter, bind: (value: unknown) => string): string {
  const conditions = [
    visibleRun(actor, bind),
    'not exists (select from run t where t.id = r.root_run_id and t.version < 0)',
  ]
  if (workflow !== undefined) conditions.push(`r.workflow = ${bind(workflow)}`)
  if (runId !== undefined) {
    const id = bind(runId)
    const isVariant = 'exists (select from run f where f.id = r.parent_run_id and f.variants is not null)'
    conditions.push(`(r.id = ${id} or (r.parent_run_id = ${id} and ${isVariant}))`)
  }
  return conditions.map((condition) => `(${condition})`).join(' and ')
}

/** The next rows of the log, in commit order, of the runs that the actor may see and asks for. */
export async function readOwnerLog(
  pool: Pool,
  actor: Actor,
  filter: EventFilter,
  after: Cursor,
): Promise<LogPage<OwnerRow>> {
  const values: unknown[] = [after.xid, after.runId, after.seq, limits.live.bufferedBytes]
  const asked = askedRuns(actor, filter, (value) => `$${values.push(value)}`)
  const { rows } = await pool.query<Row>(
    `with ${pageOfRows({ columns: 'xid, run_id, seq, events', rows: limits.read.logRows })},
     shown as (
       select g.xid, g.run_id, g.seq, case when ${asked} then g.events end as events
         from page g left join run r on r.id = g.run_id)
     select present.xmin::text as present, l.*
       from present left join lateral (
         select xid::text, run_id as "runId", seq, events,
                coalesce(sum(octet_length(events)) over (order by xid, run_id, seq), 0)
                  - coalesce(octet_length(events), 0) < $4 as fits
           from shown) l on true
      order by l.xid::bigint, l."runId", l.seq`,
    values,
  )
  const found = rows.filter((row) => row.xid !== null)
  const fitting = found.filter(({ fits }) => fits)
  const last = fitting.at(-1)
  const isCut = found.length === limits.read.logRows || fitting.length < found.length
  const end =
    isCut && last?.xid
      ? { next: { xid: last.xid, runId: last.runId, seq: last.seq }, more: true }
      : { next: cursorBefore(rows[0]?.present ?? after.xid), more: false }
  const shown = fitting.flatMap(({ xid, runId, seq, events }) =>
    xid === null || events === null ? [] : [{ xid, runId, seq, events }],
  )
  return { ...end, rows: shown }
}
