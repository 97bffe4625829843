import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'

/** Counts the live streams of each person and of each owner, so that one who opens them without end is refused and not served slowly. */
export interface Streams {
  /** The stream itself, counted from its first reading to its end. Throws `TOO_MANY_REQUESTS`. */
  hold<Item>(actor: Actor, stream: AsyncIterable<Item>): AsyncGenerator<Item>
}

export function createStreams(): Streams {
  const people = createCounter(limits.live.subscriptionsPerActor)
  const owners = createCounter(limits.live.subscriptionsPerOwner)
  return {
    async *hold({ ownerId, id, principalId = id }, stream) {
      // The same id is another person with another owner, and the same person whomever they act as.
      const person = JSON.stringify([ownerId, principalId])
      if (people.isFull(person)) {
        throw new ApiError('TOO_MANY_REQUESTS', 'Too many live views are open. Close some tabs.')
      }
      if (owners.isFull(ownerId)) {
        const message = 'Everybody together has too many live views open. Close some tabs, or try again later.'
        throw new ApiError('TOO_MANY_REQUESTS', message)
      }
      const ends = [people.count(person), owners.count(ownerId)]
      try {
        yield* stream
      } finally {
        for (const end of ends) end()
      }
    },
  }
}

/** How many there are of each key; a key of which there is none takes no room. */
function createCounter(most: number) {
  const counts = new Map<string, number>()
  return {
    isFull: (key: string) => (counts.get(key) ?? 0) >= most,
    /** Counts one more, until what it returns is called. */
    count(key: string): () => void {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return () => {
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      }
    },
  }
}
