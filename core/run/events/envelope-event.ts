import type { Json } from '#core/json.ts'
import type { Phase } from '../statuses.ts'
import type { ActorRef, RunError } from '../words.ts'

/** The event words of the phase diagram; `Cancel`, `Retry` and the deadlines before RUNNING are extensions. */
export type PhaseEventWord =
  | 'Validate'
  | 'Conditions'
  | 'Discover'
  | 'Discovered'
  | 'Lock'
  | 'Unlock'
  | 'Run'
  | 'error'
  | 'timeout'
  | 'success'
  | 'canRollback'
  | 'Rollback'
  | 'Acknowledge'
  | 'Cancel'
  | 'Retry'

export type PhaseResult =
  | 'valid'
  | 'invalid'
  | 'true'
  | 'false'
  | 'resources'
  | 'error'
  | 'yes'
  | 'no'
  | 'success'
  | 'auto'
  | 'manual'

/** One evaluated condition. `value` is false as well where the evaluation failed: then `error` says why. */
export interface ConditionResult {
  readonly name: string
  readonly value: boolean
  readonly error?: string
  /** Resources that the condition read. */
  readonly resources?: readonly string[]
  /** The signal for which it waits, or which it took. */
  readonly signal?: string
}

/** Fencing tokens by resource; 0 for a resource that is locked shared. */
export interface LockTokens {
  readonly [resource: string]: number
}

/** A transition of the phase, of a run whose definition has an envelope. What it carries depends on `event`. */
export interface PhaseChange {
  readonly from: Phase
  readonly to: Phase
  readonly event: PhaseEventWord
  readonly result?: PhaseResult
  /** The person who caused it; absent for the engine. */
  readonly actor?: ActorRef
  /** Validate: why the input is invalid, a sentence each. */
  readonly reasons?: readonly string[]
  /** Conditions: each with its value, and when they are evaluated next. */
  readonly conditions?: readonly ConditionResult[]
  readonly check_at?: number
  /** Discover: the rendered arguments of the function. */
  readonly with?: Json
  /** Discovered: names of the resources, sorted, each once; those to be locked shared are in `shared` as well. */
  readonly resources?: readonly string[]
  readonly shared?: readonly string[]
  /** Discovered: the `data` of the function, which becomes `state.discovered`. */
  readonly data?: Json
  readonly error?: RunError
  /** Lock: place in the queue of requests, from 1, where it is known. */
  readonly position?: number
  /** LOCKED: the tokens of the exclusive locks, and the shared locks. */
  readonly tokens?: LockTokens
  /** Unlock: why the locks were not granted, and the runs that have them. */
  readonly retry_note?: string
  readonly blocked_by?: readonly string[]
  /** canRollback, no: the steps that nothing can undo. */
  readonly not_undoable?: readonly string[]
  /** success, no: the steps that were not undone. */
  readonly not_undone?: readonly string[]
  readonly note?: string
}

/** Events of the transaction envelope. */
export type EnvelopeEventBody =
  | { readonly type: 'workflow.phase.changed'; readonly payload: PhaseChange }
  /** The conditions have to be evaluated with fresh values of resources. `cause`: what made that necessary. */
  | { readonly type: 'workflow.conditions.due'; readonly payload: { readonly cause: 'timer' | 'signal' | 'release' } }
  /** The conditions were evaluated and the run goes on waiting. `conditions` is absent where nothing has changed. */
  | {
      readonly type: 'workflow.conditions.checked'
      readonly payload: { readonly conditions?: readonly ConditionResult[]; readonly check_at?: number }
    }
  /** The locks are given back while the run waits for people; the phase stays RUNNING. */
  | { readonly type: 'workflow.locks.released'; readonly payload: { readonly resources: readonly string[] } }
  | { readonly type: 'workflow.locks.reacquired'; readonly payload: { readonly tokens: LockTokens } }
  /** An administrator took the lock away; the run fails with LOCK_LOST. */
  | {
      readonly type: 'workflow.locks.lost'
      readonly payload: { readonly resource: string; readonly actor: ActorRef; readonly reason: string }
    }
  /** A person says that the effect of a step was undone by hand. */
  | {
      readonly type: 'workflow.compensation.resolved'
      readonly step: string
      readonly iteration: number
      readonly payload: { readonly actor: ActorRef; readonly note: string }
    }
