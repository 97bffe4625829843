import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { ApiError } from '../../../api-error.ts'
import { readLastEvents } from '../../read-last-events.ts'
import { eventPosition } from '../event-position.ts'
import { domainEventId } from './domain-event.ts'
import type { HeaderOfRun } from './domain-headers.ts'

/**
 * The position of a reader of domain events: all events of the history of a run up to `seq`, and of the domain events
 * made of the next one all up to the one with this name. In the events of a fan-out the run may be one of its variants.
 */
export interface EventCursor {
  readonly runId: string
  readonly seq: number
  readonly within: string | null
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Numbers whose ids are derived before other requests get their turn. */
const DERIVED_AT_ONCE = 1_000

/** The events of the history that the internal events are derived from, by the names of the latter. */
const internalNames = {
  'capture:started': 'workflow.run.started',
  'capture:completed': 'workflow.run.started',
  'finalize:started': 'workflow.run.completed',
  'finalize:completed': 'workflow.run.completed',
} as const

/**
 * The position behind the event with this id, which is a number of the history or the UUID of a domain event, also of a
 * variant of the run. UUIDs are derived from numbers, so the number is found by deriving them again. Throws `BAD_REQUEST`
 * for the id of no event.
 */
export async function eventCursorOf(
  pool: Pool,
  { runId, fanOut }: HeaderOfRun,
  lastEventId: string,
): Promise<EventCursor> {
  if (!UUID.test(lastEventId)) return { runId, seq: seqOf(lastEventId), within: null }
  const id = lastEventId.toLowerCase()
  const family = fanOut ? [runId, ...(await readVariantRuns(pool, runId))] : [runId]
  for (const member of family) {
    const found = await findInRun(pool, member, id)
    if (found) return found
  }
  throw unknownId()
}

async function findInRun(pool: Pool, runId: string, id: string): Promise<EventCursor | null> {
  const before = (seq: number, within: string): EventCursor => ({ runId, seq: seq - 1, within })
  const last = (await readLastEvents(pool, runId, 1)).at(-1)?.seq ?? 0
  for (let seq = last; seq > 0; seq -= 1) {
    if (seq % DERIVED_AT_ONCE === 0) await setImmediate()
    if (domainEventId(runId, String(seq)) === id) return before(seq, String(seq))
    if (domainEventId(runId, `ready:${seq}`) === id) return before(seq, `ready:${seq}`)
  }
  for (const [name, type] of Object.entries(internalNames)) {
    if (domainEventId(runId, name) !== id) continue
    const seq = await seqOfType(pool, runId, type)
    if (seq !== null) return before(seq, name)
  }
  return null
}

async function readVariantRuns(pool: Pool, runId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from run where parent_run_id = $1', [runId])
  return rows.map(({ id }) => id)
}

function seqOf(text: string): number {
  const seq = eventPosition(text)
  if (seq > 2_147_483_647n) throw unknownId()
  return Number(seq)
}

const unknownId = () => new ApiError('BAD_REQUEST', 'The last event id does not belong to this stream.', 'lastEventId')

async function seqOfType(pool: Pool, runId: string, type: string): Promise<number | null> {
  const { rows } = await pool.query<{ events: string }>(
    'select events from run_log where run_id = $1 and strpos(events, $2) > 0 order by seq',
    [runId, `"${type}"`],
  )
  for (const { events } of rows) {
    const found = (JSON.parse(events) as readonly RunEvent[]).find((event) => event.type === type)
    if (found) return found.seq
  }
  return null
}
