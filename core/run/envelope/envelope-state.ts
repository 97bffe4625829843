import type { Json } from '#core/json.ts'
import type { ConditionResult, LockTokens } from '../events/envelope-event.ts'
import type { Effects, EnvelopeTimer } from '../words.ts'

/** What a run knows of its envelope: a part of the fold of its events. */
export interface EnvelopeState {
  /** Instant of the last change of phase. */
  readonly since: number
  /** Number of the event that made an evaluation of the conditions due; absent while none is due. */
  readonly due?: number
  readonly conditions?: readonly ConditionResult[]
  /** How often the conditions have failed with the same errors, without another result between. */
  readonly equalErrors?: number
  /** Rendered arguments of the function that discovers the resources, while it is awaited. */
  readonly discovering?: { readonly with?: Json }
  /** Discovered names, sorted; those to be locked shared are in `shared` as well. */
  readonly resources?: readonly string[]
  readonly shared?: readonly string[]
  /** Number of the event that requested the locks; it tells the answers to one request from those to an earlier one. */
  readonly request?: number
  readonly retryNote?: string
  readonly blockedBy?: readonly string[]
  readonly position?: number
  /** Fencing tokens of the granted locks, also while they are given back or in quarantine. */
  readonly tokens?: LockTokens
  /** The locks are given back while the run waits for people. */
  readonly released?: true
  readonly timers: { readonly [purpose in EnvelopeTimer]?: EnvelopeDeadline }
  /** Steps that may have changed the world and were not undone. */
  readonly touched: { readonly [step: string]: Effects }
}

/** A timer, or the rest of a deadline that stands still while the run is held. */
export type EnvelopeDeadline = { readonly timerId: string; readonly dueAt: number } | { readonly leftMs: number }
