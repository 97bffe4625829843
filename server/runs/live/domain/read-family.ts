import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { isEndEvent } from '#core/run/domain/end-of-run.ts'
import type { RunEvent } from '#core/run/event.ts'
import { type Cursor, cursorBefore, presentSql } from '#server/log/cursor.ts'
import type { EventCursor } from './event-cursor.ts'

/** A row of the log of a fan-out or of one of its variants. */
export interface FamilyRow extends Cursor {
  readonly events: string
}

export interface FamilyPage {
  readonly rows: readonly FamilyRow[]
  /** More rows exist: read on after the last one. */
  readonly more: boolean
  /** The runs of the variants so far. */
  readonly variants: readonly string[]
  /** The fan-out has ended, and the page reaches to its end. */
  readonly ended: boolean
}

/**
 * The rows behind a cursor in the logs of a fan-out and its variants, in commit order, below the present of the log: no
 * row before them is still to be committed. Once the fan-out has ended, its terminal batch is the last of them.
 */
export async function readFamily(pool: Pool, runId: string, after: Cursor): Promise<FamilyPage> {
  const { rows } = await pool.query<{ present: string; ended: boolean; variants: string[]; rows: FamilyRow[] | null }>({
    name: 'fan-out-events',
    text: `
with present as materialized (select ${presentSql} as xmin),
family as (select id from run where id = $1 or parent_run_id = $1),
page as (
  select l.xid::text, l.run_id as "runId", l.seq, l.events, sum(octet_length(l.events)) over w as bytes, row_number() over w as nth
    from run_log l join family f on f.id = l.run_id
   where l.xid < (select xmin from present) and (l.xid, l.run_id, l.seq) > ($2::bigint, $3::uuid, $4::int)
  window w as (order by l.xid, l.run_id, l.seq) order by l.xid, l.run_id, l.seq limit ${limits.read.logRows + 1})
select (select xmin from present)::text as present,
       exists (select from run_state s where s.run_id = $1 and s.ended_at is not null) as ended,
       array(select id from family where id <> $1) as variants,
       (select json_agg(json_build_object('xid', xid, 'runId', "runId", 'seq', seq, 'events',
                 case when nth = 1 or bytes <= $5 then events end) order by nth) from page) as rows`,
    values: [runId, after.xid, after.runId, after.seq, limits.live.bufferedBytes],
  })
  const [found] = rows
  if (!found) throw new Error('The log of runs did not answer.')
  const all = found.rows ?? []
  const fitting = all.filter(({ events }, index) => events !== null && index < limits.read.logRows)
  const page = { rows: fitting, more: fitting.length < all.length, variants: found.variants, ended: false }
  if (!found.ended) return page
  const end = await readEnd(pool, runId, found.present)
  if (end === null) return page
  const isBefore = (row: Cursor) => row.runId === runId || compare(row, end) <= 0
  const kept = fitting.filter(isBefore)
  return { ...page, rows: kept, ended: !page.more || kept.length < fitting.length }
}

/** The row of the last terminal event of a run that has ended, below the present of the log. */
async function readEnd(pool: Pool, runId: string, present: string): Promise<Cursor | null> {
  const { rows } = await pool.query<FamilyRow>(
    `select xid::text, run_id as "runId", seq, events from run_log
      where run_id = $1 and xid < $2::bigint order by seq desc limit ${limits.read.logRows}`,
    [runId, present],
  )
  return rows.find(({ events }) => (JSON.parse(events) as RunEvent[]).some(isEndEvent)) ?? null
}

/** The order of commits, and within a transaction that of runs and numbers. */
function compare(a: Cursor, b: Cursor): number {
  if (a.xid !== b.xid) return BigInt(a.xid) < BigInt(b.xid) ? -1 : 1
  if (a.runId !== b.runId) return a.runId < b.runId ? -1 : 1
  return a.seq - b.seq
}

/** The cursor before the row that contains the next event of a reader; the beginning for a reader without any. */
export async function familyCursor(pool: Pool, { runId, seq, within }: EventCursor): Promise<Cursor> {
  if (seq === 0 && within === null) return cursorBefore('0')
  const { rows } = await pool.query<Cursor>(
    `select xid::text, run_id as "runId", seq - 1 as seq from run_log
      where run_id = $1 and seq <= $2 order by seq desc limit 1`,
    [runId, within === null ? seq : seq + 1],
  )
  return rows[0] ?? cursorBefore('0')
}
