import { limits } from '#core/limits.ts'
import type { Actor } from '../actor.ts'
import { ApiError } from '../api-error.ts'

/** Counts the live streams of each actor, so that one who opens them without end is refused and not served slowly. */
export interface Streams {
  /** The stream itself, counted from its first reading to its end. Throws `TOO_MANY_REQUESTS`. */
  hold<Item>(actor: Actor, stream: AsyncIterable<Item>): AsyncGenerator<Item>
}

export function createStreams(): Streams {
  const open = new Map<string, number>()
  return {
    async *hold(actor, stream) {
      const before = open.get(actor.id) ?? 0
      if (before >= limits.live.subscriptionsPerActor) {
        throw new ApiError('TOO_MANY_REQUESTS', 'Too many live views are open. Close some tabs.')
      }
      open.set(actor.id, before + 1)
      try {
        yield* stream
      } finally {
        const left = (open.get(actor.id) ?? 1) - 1
        if (left === 0) open.delete(actor.id)
        else open.set(actor.id, left)
      }
    },
  }
}
