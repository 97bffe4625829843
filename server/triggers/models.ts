import type { Trigger } from '#core/definition/trigger.ts'

/** `delivered`: the signal went to a live run. */
export const firingStates = ['waiting', 'started', 'delivered', 'skipped', 'failed'] as const
export type FiringState = (typeof firingStates)[number]
export type FiringCause = 'planned' | 'caught_up' | 'backfill' | 'manual' | 'call' | 'run' | 'signal'

/** One time that a trigger fired, or why it did not. */
export interface Firing {
  readonly triggerId: string
  readonly key: string
  readonly cause: FiringCause
  readonly plannedAt: string
  readonly state: FiringState
  /** Why there is no run. */
  readonly reason: string | null
  readonly runId: string | null
  /** The public status of the run; null without a run, and for one that was removed. */
  readonly runStatus: string | null
  readonly askedBy: string | null
  /** The run whose end has fired the trigger, or to which the signal was delivered. */
  readonly sourceRunId: string | null
  readonly endedAt: string | null
}

export interface FiringOfTrigger extends Firing {
  readonly workflow: string
  readonly name: string
}

/** A registered trigger, as the latest published version has it. */
export interface RegisteredTrigger {
  readonly id: string
  readonly workflow: string
  readonly workflowTitle: string | null
  readonly workflowArchived: boolean
  readonly name: string
  readonly spec: Trigger
  /** The next five instants, the first with what is planned; none while it is paused. */
  readonly next: readonly string[]
  readonly pausedAt: string | null
  readonly pausedBy: string | null
  /** The path of a webhook's calls; null for other types. */
  readonly hookPath: string | null
  /** The path of the page of a form; null for other types. */
  readonly formPath: string | null
  /** The latest call that was refused. */
  readonly refusedAt: string | null
  readonly refusedReason: string | null
  /** Firings that wait for an earlier run, or for their delay. */
  readonly waiting: number
  readonly last: Firing | null
}

export interface BackfillPreview {
  /** Times of the range that get a run. */
  readonly count: number
  /** Times of the range that have one already. */
  readonly started: number
  readonly first: string | null
  readonly last: string | null
  /** There are more times than one backfill starts. */
  readonly tooMany: boolean
}
