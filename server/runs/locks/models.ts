import type { LockMode } from '#core/definition/envelope.ts'
import type { Phase } from '#core/run/statuses.ts'
import type { Instant } from '../../page.ts'

/** A lock that a run has on a resource. */
export interface LockHolder {
  readonly runId: string
  readonly workflow: string
  readonly mode: LockMode
  /** Fencing token; 0 for a shared lock. */
  readonly token: number
  readonly since: Instant
  /** The run ended unsafe, and keeps the lock until a person acknowledges or rolls back. */
  readonly quarantined: boolean
}

/** A named thing that runs lock. */
export interface Resource {
  readonly id: string
  /** The part of the id before the colon. */
  readonly kind: string
  readonly labels: Readonly<Record<string, string>>
  /** The oldest holders, at most `limits.shown.lockHolders`. */
  readonly holders: readonly LockHolder[]
  readonly holderCount: number
  /** The runs that wait for it. */
  readonly waiting: number
}

/** A run in the queue for a resource. */
export interface LockQueueEntry {
  readonly runId: string
  readonly workflow: string
  /** Place in the queue for this resource, from 1. */
  readonly position: number
  readonly mode: LockMode
  readonly requestedAt: Instant
  /** Refusals so far. */
  readonly tries: number
  readonly retryNote: string | null
  /** No younger request that conflicts with it is granted before it. */
  readonly reserved: boolean
}

/** A resource with the first entries of its queue, at most `limits.shown.lockQueue`. */
export interface ResourceDetail extends Resource {
  readonly queue: readonly LockQueueEntry[]
}

export type WaitNode =
  | { readonly kind: 'run'; readonly id: string; readonly workflow: string; readonly phase: Phase }
  | { readonly kind: 'resource'; readonly id: string }

/**
 * `waits`: from a run to a resource that it waits for, or to a run that comes before it. `holds`: from a resource to the
 * run that holds it. So the edges from a waiting run lead to the runs that block it.
 */
export interface WaitEdge {
  readonly from: string
  readonly to: string
  readonly kind: 'waits' | 'holds'
}

export interface WaitGraph {
  readonly nodes: readonly WaitNode[]
  readonly edges: readonly WaitEdge[]
  /** Nodes that are left out, as the graph has at most `limits.shown.waitGraphNodes`. */
  readonly left: number
}
