import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { type Cursor, cursorBefore, presentSql } from '#server/log/cursor.ts'
import { ApiError } from '../../../api-error.ts'
import { domainEventId } from '../domain/domain-event.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { askedRuns } from './read-owner-log.ts'

/** Where a reader of all events goes on: behind a cursor, and without the first events of the next row. */
export interface EventPosition {
  readonly cursor: Cursor
  /** The number in the history of a run up to which the reader has its events. */
  readonly known?: { readonly runId: string; readonly seq: number }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const { scannedRows, scannedAtOnce, replayedHours } = limits.events
/** Readers that come back look for their positions one after the other: each derives many ids. */
const searching = createSerialQueue()

/** The present of the log: a reader from there on gets what is committed from now on. */
export async function presentPosition(pool: Pool): Promise<EventPosition> {
  const { rows } = await pool.query<{ xid: string }>(`select ${presentSql}::text as xid`)
  return { cursor: cursorBefore(rows[0]?.xid ?? '0') }
}

/**
 * The position behind the event with this id among the events of the last day. Ids are derived from runs and numbers and
 * stored nowhere, so the newest events are derived first: a reader that comes back was away for a moment. With `runId`
 * the id may also be a number of that run's history. Throws `BAD_REQUEST`.
 */
export async function findPosition(
  pool: Pool,
  actor: Actor,
  { id, field }: { readonly id: string; readonly field: string },
  runId: string | undefined,
): Promise<EventPosition> {
  if (UUID.test(id)) {
    const found = await searching(() => findEvent(pool, actor, id.toLowerCase(), runId))
    if (found === null) throw unknownId(field)
    return found
  }
  if (runId === undefined || !/^\d{1,9}$/.test(id)) throw unknownId(field)
  const seq = Number(id)
  const { rows } = await pool.query<Cursor>(
    `select xid::text, run_id as "runId", seq - 1 as seq from run_log
      where run_id = $1 and seq <= $2::int + 1 order by seq desc limit 1`,
    [runId, seq],
  )
  return { cursor: rows[0] ?? cursorBefore('0'), known: { runId, seq } }
}

interface Row extends Cursor {
  readonly lastSeq: number
}

async function findEvent(pool: Pool, actor: Actor, id: string, runId: string | undefined) {
  let before: Cursor | null = null
  for (let scanned = 0; scanned < scannedRows; ) {
    const rows: readonly Row[] = await readBackwards(pool, actor, runId, before)
    for (const [index, row] of rows.entries()) {
      if (index % scannedAtOnce === 0) await setImmediate()
      for (let seq = row.seq; seq <= row.lastSeq; seq += 1) {
        if (domainEventId(row.runId, String(seq)) !== id) continue
        const { xid, runId: of } = row
        return { cursor: { xid, runId: of, seq: row.seq - 1 }, known: { runId: of, seq } }
      }
    }
    scanned += rows.length
    before = rows.at(-1) ?? null
    if (before === null) return null
  }
  return null
}

async function readBackwards(pool: Pool, actor: Actor, runId: string | undefined, before: Cursor | null) {
  const values: unknown[] = [before?.xid ?? null, before?.runId ?? null, before?.seq ?? null, replayedHours]
  const asked = askedRuns(actor, { kinds: [], runId }, (value) => `$${values.push(value)}`)
  const { rows } = await pool.query<Row>(
    `select l.xid::text, l.run_id as "runId", l.seq, coalesce(l.last_seq, l.seq) as "lastSeq"
       from run_log l join run r on r.id = l.run_id
      where ($1::bigint is null or (l.xid <= $1 and (l.xid, l.run_id, l.seq) < ($1, $2::uuid, $3::int)))
        and l.at > clock_timestamp() - make_interval(hours => $4) and ${asked}
      order by l.xid desc, l.run_id desc, l.seq desc limit ${limits.read.logRows}`,
    values,
  )
  return rows
}

const unknownId = (field: string) =>
  new ApiError(
    'BAD_REQUEST',
    `There is no event with this id among those of the last ${replayedHours} hours. Leave it out to read from now on.`,
    field,
  )
