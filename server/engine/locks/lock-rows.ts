import type { Slot } from '#core/definition/concurrency.ts'
import type { LockMode } from '#core/definition/envelope.ts'

/** A granted lock: one run has one resource. */
export interface HeldLock {
  readonly ownerId: string
  readonly resource: string
  readonly runId: string
  readonly rootRunId: string
  readonly mode: LockMode
  /** Fencing token: rises with each exclusive lock of the resource; 0 for a shared lock. */
  readonly token: number
  readonly quarantined: boolean
  /** Milliseconds since 1970, by the database's clock. */
  readonly since: number
}

/** A run that waits for all of its resources together. */
export interface WaitingRequest {
  readonly ownerId: string
  readonly runId: string
  readonly rootRunId: string
  /** The runs above, the parent first. */
  readonly above: readonly string[]
  /** Number that the run gave the request: the answers name it. */
  readonly request: number
  /** Sorted, each once. */
  readonly resources: readonly string[]
  readonly shared: readonly string[]
  /** The one of the shared resources that only so many runs may hold; null: none. */
  readonly slot: Slot | null
  /** Place in the queue, in microseconds: the time of the request less a minute per step of priority (ageing). */
  readonly position: number
  /** Milliseconds since 1970, by the database's clock. */
  readonly requestedAt: number
  /** Refusals so far. */
  readonly tries: number
  /** Runs that were named as the reason of the last refusal; null before the first. */
  readonly blockedBy: readonly string[] | null
  /** No younger request that conflicts with it is granted before it. */
  readonly reserved: boolean
}

export function modeOf({ shared }: Pick<WaitingRequest, 'shared'>, resource: string): LockMode {
  return shared.includes(resource) ? 'shared' : 'exclusive'
}

/** Whether two requests cannot be granted at the same time: they share a resource that one of them wants alone. */
export function conflict(one: WaitingRequest, other: WaitingRequest): boolean {
  if (one.ownerId !== other.ownerId) return false
  return one.resources.some((resource) => {
    if (!other.resources.includes(resource)) return false
    return modeOf(one, resource) === 'exclusive' || modeOf(other, resource) === 'exclusive'
  })
}
