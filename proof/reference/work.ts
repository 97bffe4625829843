import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json, JsonObject } from '#core/json.ts'

/** The work of one run. The same call always gives the same result, so that the number of calls does not matter. */
export interface ReferenceWork {
  readonly executable: ExecutableDefinition
  readonly input: Json
  /** Whether the run is driven manually. */
  readonly manual?: boolean
  /** The options in force, where they are not those of the definition: a fan-out names them for its variants. */
  readonly options?: { readonly saga: boolean; readonly failFast: boolean }
  /** Whether the run starts several variants: one that failed fails it as a step of its own does. */
  readonly isFanOut?: boolean
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
  /** A request instead of a result: the function asks a person, or starts another workflow. */
  | { readonly ok: 'pause'; readonly output: Json }
  | { readonly ok: 'sub_workflow'; readonly workflow: string; readonly input: Json }

export interface Failure {
  readonly code: string
  readonly retryable: boolean
  /** The source of the failure: the step's child, or the loss of its worker. */
  readonly through?: 'child' | 'worker'
  /** Whether some of the step's items had completed. */
  readonly didSomething?: boolean
  /** Whether the effects of the call are unknown. */
  readonly abandoned?: boolean
}

export type Writes = readonly { readonly path: readonly string[]; readonly value: Json }[]

/** One visit of one step. */
interface VisitRef {
  readonly step: string
  readonly iteration: number
}

/**
 * The outside inputs of a run, in the order in which the run took note: a call returned (the result comes from the
 * work), a person answered, time passed, an operator sent a command. Everything else follows from the facts.
 */
export type Fact = { readonly at: number } & (
  | { readonly kind: 'started' }
  | (VisitRef & {
      readonly kind: 'call_ended'
      readonly attempt: number
      readonly undo: boolean
      readonly code?: string
      /** Whether the call may have had effects, and is no longer waited for. */
      readonly abandoned?: boolean
    })
  | (VisitRef & { readonly kind: 'answered'; readonly input: Json; readonly by?: string })
  /** One of several required approvals arrived. */
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
  /** An operator skipped the step or led the run elsewhere from the step; a failed run is reopened by that. */
  | (VisitRef & { readonly kind: 'skipped' })
  | (VisitRef & { readonly kind: 'led'; readonly to: string })
  /** An operator set the step's output. */
  | (VisitRef & { readonly kind: 'marked_done'; readonly output: Json; readonly writes: Writes })
  /** The result of a PARALLEL or LOOP step as a whole. */
  | (VisitRef & {
      readonly kind: 'inner_ended'
      readonly attempt: number
      readonly output: Json
      readonly writes: Writes
      readonly failure?: Failure
    })
  /** A loop without calls in flight ends where it is when a saga rolls back, and so does a call that has not begun. */
  | (VisitRef & { readonly kind: 'given_up' })
  /** A step in a loop wrote into `state`. */
  | { readonly kind: 'wrote'; readonly within: string; readonly writes: Writes }
  /** A step in a loop was given up after a saga began to roll back. Its effects are unknown. */
  | { readonly kind: 'given_up_within'; readonly what: string }
  | { readonly kind: 'stepped'; readonly input: Json }
  | { readonly kind: 'paused' }
  /** Failed compensations are tried once more. */
  | { readonly kind: 'undo_again' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'retried'; readonly from_step?: string; readonly input?: Json }
  | { readonly kind: 'cancelled'; readonly compensate: boolean }
  | { readonly kind: 'signalled'; readonly name: string; readonly data: Json }
  | { readonly kind: 'run_timed_out' }
)

/** The account of a run. */
export interface Account {
  /** The outcome, or LIVE. */
  readonly status: string
  /** The workflow's `state`. */
  readonly state: JsonObject
  /** The actions of the steps, a line each: `A@1#2 starts`, `A@1 completes {"n":1}`, `B@1 skipped (dead)`, … */
  readonly did: readonly string[]
  /** The actions of a saga, in exact order: `A@1 undone`, `A@1 not undone`. Steps with nothing to undo are in `did`. */
  readonly undone: readonly string[]
  /** The waits: `A@1#1 call`, `B@1#1 person`, … */
  readonly awaits: readonly string[]
}

/** The account that the run must match. */
export interface Expected extends Account {
  /** Facts of which the run cannot have taken note, each with the reason. */
  readonly impossible: readonly string[]
}
