import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import { databaseUnavailable } from '../database-unavailable.ts'

/** The actor of a request as of now; null for a caller who is not known any more. */
export type ActorNow = () => Promise<Actor | null>

/**
 * A stream of an actor that ends when the actor changes: it keeps what its opening was allowed to read, so a session
 * that was revoked, a member who was removed or has other roles, and a key that is over must not keep it. The caller
 * opens another one with what is allowed now. The timer runs only while an item is awaited: a reader that goes without
 * a word leaves none behind, and a slow one is checked when it reads on. Throws `UNAUTHENTICATED`.
 */
export async function* whileSameActor<Item>(
  stream: AsyncIterable<Item>,
  actor: Actor,
  { actorNow, everyMs }: { readonly actorNow: ActorNow; readonly everyMs: number },
): AsyncGenerator<Item> {
  const items = stream[Symbol.asyncIterator]()
  let failure: { readonly error: unknown } | undefined
  let interrupt: (error: unknown) => void = () => undefined
  let asking: Promise<void> | undefined
  let askedAt = performance.now()
  const askOnce = async () => {
    try {
      await requireSameActor(actor, actorNow)
    } catch (error) {
      failure = { error }
      interrupt(error)
    }
    askedAt = performance.now()
    asking = undefined
  }
  const ask = () => {
    asking ??= askOnce()
    return asking
  }
  const awaitNext = async () => {
    const timer = setInterval(ask, everyMs)
    try {
      return await new Promise<IteratorResult<Item>>((resolve, reject) => {
        interrupt = reject
        items.next().then(resolve, reject)
      })
    } finally {
      clearInterval(timer)
    }
  }
  try {
    for (;;) {
      if (performance.now() - askedAt >= everyMs) await ask()
      if (failure) throw failure.error
      const next = await awaitNext()
      if (next.done) return
      yield next.value
    }
  } finally {
    // It may still wait for an item, which the signal of the stream ends.
    items.return?.().catch(() => undefined)
  }
}

/** Throws `UNAUTHENTICATED` unless the caller is the same actor still. A database that does not answer ends no stream. */
async function requireSameActor(actor: Actor, actorNow: ActorNow): Promise<void> {
  const now = await actorNow().catch((error: unknown) => {
    if (databaseUnavailable(error)) return actor
    throw error
  })
  if (now && rightsOf(now) === rightsOf(actor)) return
  throw new ApiError('UNAUTHENTICATED', 'Your session is over, or your roles have changed. Open this again.', 'session')
}

/** All of an actor that decides about what it may see. */
function rightsOf(actor: Actor): string {
  const { id, ownerId, groups, key = null, isInstallationAdmin = false } = actor
  return JSON.stringify([ownerId, id, actor.roles, groups, key, isInstallationAdmin])
}
