import type { Actor } from '#server/access/actor.ts'
import { getRunRow } from '#server/runs/get-run-row.ts'
import { checkKinds, type EventFilter } from '#server/runs/live/all/event-filter.ts'
import { findPosition } from '#server/runs/live/all/find-position.ts'
import { watchAllEvents } from '#server/runs/live/all/watch-all-events.ts'
import type { DomainEvent } from '#server/runs/live/domain/domain-event.ts'
import type { Context } from '../../context.ts'
import { steadyStream } from '../steady-stream.ts'

export interface AskedEvents {
  readonly filter: EventFilter
  /** The id of the last event that the reader has. Unset: from now on. */
  readonly after: string | undefined
  /** The names of the two by which refusals call them. */
  readonly fields: { readonly kinds: string; readonly after: string }
}

/**
 * Opens the events of all runs that the actor may see, in batches; the first may be empty. Everything is checked before
 * it returns. Throws `BAD_REQUEST`, `CHOICE_UNKNOWN` and, for a run that the actor may not see, `NOT_FOUND`.
 */
export async function openAllEvents(
  { stores, changes }: Context,
  actor: Actor,
  { filter, after, fields }: AskedEvents,
): Promise<(signal: AbortSignal) => AsyncGenerator<readonly DomainEvent[]>> {
  const { pool } = stores
  checkKinds(filter.kinds, fields.kinds)
  if (filter.runId !== undefined) await getRunRow(stores, actor, filter.runId)
  const from =
    after === undefined ? null : await findPosition(pool, actor, { id: after, field: fields.after }, filter.runId)
  return async function* (signal) {
    const open = (place: string) => watchAllEvents(pool, actor, changes, { filter, from, signal, after: place })
    for await (const { events } of steadyStream(open, '', signal)) yield events
  }
}
