import { limits } from '#core/limits.ts'
import { type Actor, mayActFor } from '../actor.ts'
import type { ChangeFeed } from './change-feed.ts'
import { eventPosition } from './event-position.ts'
import { createGate } from './gate.ts'
import type { ChangedRuns } from './models.ts'
import type { Changes } from './read-changes.ts'

export interface WatchChangesRequest {
  /** The position after which the reader left off; it begins at the present without one. */
  readonly after: string | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Which of the actor's runs change, from now or from where the reader left off.
 * The first answer comes at once, so that a reader has a position to come back
 * to. What a slow reader has not taken is kept as a set of ids, and as "all"
 * when that outgrows its bound.
 */
export async function* watchChanges(
  actor: Actor,
  feed: ChangeFeed,
  { after, signal }: WatchChangesRequest,
): AsyncGenerator<{ readonly id: string; readonly data: ChangedRuns }> {
  const from = after === undefined ? null : eventPosition(after)
  const ending = signal ?? new AbortController().signal
  const gate = createGate(ending)
  const pending = { runIds: new Set<string>(), all: false, position: 0n }
  const take = (changes: Changes) => {
    pending.position = changes.next
    const before = pending.runIds.size
    for (const [ownerId, runIds] of changes.runs) {
      if (mayActFor(actor, ownerId)) for (const runId of runIds) pending.runIds.add(runId)
    }
    if (pending.runIds.size === before) return
    if (pending.runIds.size > limits.live.bufferedEvents) {
      pending.runIds.clear()
      pending.all = true
    }
    gate.open()
  }
  // A reader who hears nothing although things may happen is told, and comes back.
  const unsubscribe = feed.subscribe(take, gate.fail)
  try {
    const missed = await feed.read(from)
    take(missed)
    if (missed.more) pending.all = true
    gate.open()
    while (!ending.aborted) {
      await gate.passed()
      if (ending.aborted) return
      const data = { runIds: [...pending.runIds], all: pending.all }
      pending.runIds.clear()
      pending.all = false
      yield { id: String(pending.position), data }
    }
  } finally {
    unsubscribe()
  }
}
