import type { Actor } from '#server/access/actor.ts'
import { createAsyncSignal } from './async-signal.ts'
import type { ChangeFeed } from './change-feed.ts'
import { type ChangeUpdate, changeUpdate, joinUpdates } from './change-update.ts'
import { eventPosition } from './event-position.ts'

export interface WatchChangesRequest {
  /** The last position that the reader has; without one, the stream begins at the present. */
  readonly after: string | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * The changed runs of the actor, from now or from the reader's last position on. The first item comes at once, so that
 * a reader has a position for reconnecting. Readers that keep up share objects; unread changes of a slow reader are
 * merged into one update.
 */
export async function* watchChanges(
  actor: Actor,
  feed: ChangeFeed,
  { after, signal }: WatchChangesRequest,
): AsyncGenerator<ChangeUpdate> {
  const from = after === undefined ? null : eventPosition(after)
  const ending = signal ?? new AbortController().signal
  const gate = createAsyncSignal(ending)
  let pending: ChangeUpdate | null = null
  const take = (update: ChangeUpdate | null) => {
    if (update === null) return
    pending = pending === null ? update : joinUpdates(pending, update)
    gate.open()
  }
  // A reader gets an error when changes cannot be read, and reconnects.
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
