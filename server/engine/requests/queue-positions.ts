/** Distance in the queue between an owner's runs of one moment, so that a burst does not delay other owners. */
const SPREAD_MS = 1
const OWNERS_KEPT = 10_000

/** Position of a run in the queue, in milliseconds: the run is claimed as if it had been started at that instant. */
interface QueuePosition {
  readonly at: number
  /** Distance behind the assumed front of the queue. */
  readonly delayMs: number
}

/**
 * The positions that this process takes in the queue for its starts: at the front of the queue, or behind the last start of
 * the same owner. The front is assumed to be as far behind the present as at the last start.
 */
export class QueuePositions {
  readonly #lastOf = new Map<string, number>()
  #behindMs = 0

  take(ownerId: string, now: number): QueuePosition {
    const front = now - this.#behindMs
    const at = Math.max(front, (this.#lastOf.get(ownerId) ?? 0) + SPREAD_MS)
    this.#lastOf.set(ownerId, at)
    if (this.#lastOf.size > OWNERS_KEPT) {
      for (const [owner, last] of this.#lastOf) if (last < front) this.#lastOf.delete(owner)
    }
    return { at, delayMs: at - front }
  }

  /** Corrects a taken position and the assumed front, once the database has told how far behind the front was. */
  correct(ownerId: string, { at, delayMs }: QueuePosition, now: number, behindMs: number): void {
    if (this.#lastOf.get(ownerId) === at) this.#lastOf.set(ownerId, now - behindMs + delayMs)
    this.#behindMs = behindMs
  }
}
