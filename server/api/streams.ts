import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import { type ActorNow, whileSameActor } from './actor-check.ts'

/**
 * Limits the live streams of each person and of each owner, so that a client that opens too many streams is refused
 * instead of slowing the process down.
 */
export interface Streams {
  /**
   * The stream itself, counted from its first read to its end. Throws `TOO_MANY_REQUESTS`, and `UNAUTHENTICATED` at the
   * first heartbeat at which `actorNow` is not the actor any more.
   */
  hold<Item>(actor: Actor, stream: AsyncGenerator<Item>, actorNow?: ActorNow): AsyncGenerator<Item>
  /** The items of a long answer, which is no live stream, with the same check of its actor. */
  check<Item>(actor: Actor, items: AsyncGenerator<Item>, actorNow?: ActorNow): AsyncGenerator<Item>
}

export function createStreams(everyMs: number = limits.live.heartbeatMs): Streams {
  const people = createCounter(limits.live.subscriptionsPerActor)
  const owners = createCounter(limits.live.subscriptionsPerOwner)
  const check: Streams['check'] = (actor, items, actorNow) =>
    actorNow ? whileSameActor(items, actor, { actorNow, everyMs }) : items
  return {
    check,
    async *hold(actor, stream, actorNow) {
      const { ownerId, id, principalId = id } = actor
      // Equal ids of different owners are different people, and impersonation does not change the person.
      const person = JSON.stringify([ownerId, principalId])
      if (people.isFull(person)) {
        throw new ApiError('TOO_MANY_REQUESTS', 'Too many live views are open. Close some tabs.')
      }
      if (owners.isFull(ownerId)) {
        const message = 'There are too many live views open in total. Close some tabs, or try again later.'
        throw new ApiError('TOO_MANY_REQUESTS', message)
      }
      const ends = [people.count(person), owners.count(ownerId)]
      try {
        yield* check(actor, stream, actorNow)
      } finally {
        for (const end of ends) end()
      }
    },
  }
}

/** Counts per key; a key with the count 0 takes no memory. */
function createCounter(most: number) {
  const counts = new Map<string, number>()
  return {
    isFull: (key: string) => (counts.get(key) ?? 0) >= most,
    /** Counts one more, until the returned function is called. */
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
