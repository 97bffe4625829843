import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json, JsonObject } from '#core/json.ts'

/** What one run is about. The same call always gives the same result, so that it does not matter how often it is made. */
export interface ReferenceWork {
  readonly executable: ExecutableDefinition
  readonly input: Json
  /** It is driven by hand. */
  readonly manual?: boolean
  call(call: Call): CallResult
  /** The run that a visit started without waiting for it. */
  letGo?(visit: Pick<Call, 'step' | 'iteration'>): string
}

export interface Call {
  readonly step: string
  readonly iteration: number
  readonly attempt: number
  readonly undo: boolean
}

export type CallResult =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly code: string; readonly retryable: boolean }
  /** Instead of a result: a person is asked, or another workflow is. */
  | { readonly ok: 'pause'; readonly output: Json }
  | { readonly ok: 'sub_workflow'; readonly workflow: string; readonly input: Json }

export interface Failure {
  readonly code: string
  readonly retryable: boolean
  /** It failed through its child, or its worker was lost. */
  readonly through?: 'child' | 'worker'
  /** Some of its items had completed. */
  readonly didSomething?: boolean
  /** Nobody knows whether it did something. */
  readonly abandoned?: boolean
}

export type Writes = readonly { readonly path: readonly string[]; readonly value: Json }[]

/** One visit of one step. */
interface VisitRef {
  readonly step: string
  readonly iteration: number
}

/**
 * What the world told a run, in the order in which the run took note: that a
 * call came back (not with what: the work says that), that a person answered,
 * that time passed, that somebody wanted something. All the rest follows.
 */
export type Fact = { readonly at: number } & (
  | { readonly kind: 'started' }
  | (VisitRef & {
      readonly kind: 'call_ended'
      readonly attempt: number
      readonly undo: boolean
      readonly code?: string
      /** It may have done something, and is not waited for. */
      readonly abandoned?: boolean
    })
  | (VisitRef & { readonly kind: 'answered'; readonly input: Json; readonly by?: string })
  /** One of several who have to approve did. */
  | (VisitRef & { readonly kind: 'approved'; readonly input: Json; readonly by: string })
  | (VisitRef & { readonly kind: 'time_came' | 'timed_out' })
  | (VisitRef & { readonly kind: 'retry_due'; readonly undo: boolean })
  | (VisitRef & {
      readonly kind: 'child_ended'
      readonly attempt: number
      readonly status: string
      readonly state: Json
    })
  | (VisitRef & { readonly kind: 'child_retried' })
  /** A person skipped the step or led the run elsewhere from it; of a run that had failed, opening it again. */
  | (VisitRef & { readonly kind: 'skipped' })
  | (VisitRef & { readonly kind: 'led'; readonly to: string })
  /** A person said what the step has given. */
  | (VisitRef & { readonly kind: 'marked_done'; readonly output: Json; readonly writes: Writes })
  /** What came of a PARALLEL or LOOP step as a whole. */
  | (VisitRef & {
      readonly kind: 'inner_ended'
      readonly attempt: number
      readonly output: Json
      readonly writes: Writes
      readonly failure?: Failure
    })
  /** A loop that has nothing in flight ends where it is when a saga turns round, and so does a call that has not begun. */
  | (VisitRef & { readonly kind: 'given_up' })
  /** A step in a loop wrote into `state`. */
  | { readonly kind: 'wrote'; readonly within: string; readonly writes: Writes }
  /** A step in a loop was given up when a saga had turned round. Nobody knows whether it did something. */
  | { readonly kind: 'given_up_within'; readonly what: string }
  | { readonly kind: 'stepped'; readonly input: Json }
  | { readonly kind: 'paused' }
  /** What could not be undone is tried once more. */
  | { readonly kind: 'undo_again' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'retried'; readonly from_step?: string; readonly input?: Json }
  | { readonly kind: 'cancelled'; readonly compensate: boolean }
  | { readonly kind: 'signalled'; readonly name: string; readonly data: Json }
  | { readonly kind: 'run_timed_out' }
)

/** What became of a run. */
export interface Account {
  /** The outcome, or LIVE. */
  readonly status: string
  /** The workflow's `state`. */
  readonly state: JsonObject
  /** What the steps did, a line each: `A@1#2 starts`, `A@1 completes {"n":1}`, `B@1 skipped (dead)`, … */
  readonly did: readonly string[]
  /** What a saga did, in exact order: `A@1 undone`, `A@1 not undone`. The steps that had nothing to undo are in `did`. */
  readonly undone: readonly string[]
  /** Who awaits what: `A@1#1 call`, `B@1#1 person`, … */
  readonly awaits: readonly string[]
}

/** What must have become of it. */
export interface Expected extends Account {
  /** Facts of which the run cannot have taken note, each with the reason. */
  readonly impossible: readonly string[]
}
