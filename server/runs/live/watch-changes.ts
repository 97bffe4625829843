import type { Actor } from '#server/access/actor.ts'
import type { ChangeFeed } from './change-feed.ts'
import { type ChangeUpdate, changeUpdate, joinUpdates } from './change-update.ts'
import { eventPosition } from './event-position.ts'
import { createGate } from './gate.ts'

export interface WatchChangesRequest {
  /** The position after which the reader left off; it begins at the present without one. */
  readonly after: string | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Which of the actor's runs change, from now or from where the reader left off.
 * The first answer comes at once, so that a reader has a position to come back
 * to. Readers who keep up are given the same objects; what a slow one has not
 * taken is one update, however long it takes.
 */
export async function* watchChanges(
  actor: Actor,
  feed: ChangeFeed,
  { after, signal }: WatchChangesRequest,
): AsyncGenerator<ChangeUpdate> {
  const from = after === undefined ? null : eventPosition(after)
  const ending = signal ?? new AbortController().signal
  const gate = createGate(ending)
  let pending: ChangeUpdate | null = null
  const take = (update: ChangeUpdate | null) => {
    if (update === null) return
    pending = pending === null ? update : joinUpdates(pending, update)
    gate.open()
  }
  // A reader who hears nothing although things may happen is told, and comes back.
  const unsubscribe = feed.subscribe((changes) => take(changeUpdate(changes, actor)), gate.fail)
  try {
    const missed = await feed.read(from)
    const { runIds, all } = changeUpdate(missed, actor)?.data ?? { runIds: [], all: false }
    take({ id: String(missed.next), data: { runIds, all: all || missed.more } })
    while (!ending.aborted) {
      await gate.passed()
      if (ending.aborted) return
      const update: ChangeUpdate | null = pending
      pending = null
      if (update) yield update
    }
  } finally {
    unsubscribe()
  }
}
