import type { Json } from '#core/json.ts'
import type { DecidedStep, Reopened, Undo, Write } from '../step-state.ts'
import type { ActorRef, Effects } from '../words.ts'

/** The ways in which an operator may override one step. */
export type OverrideAction = 'skip' | 'complete' | 'jump'

/** The run that was run again, its version then, and the first step that runs again if results were carried over. */
export interface RerunRef {
  readonly run_id: string
  readonly version: number
  /** The first step in the text whose result was not carried over; the rerun begins there. */
  readonly from_step?: string
  readonly reason?: string
}

/** Results of another run that this one begins with, as its state holds them. */
export interface Carried {
  readonly from_run: string
  readonly steps: { readonly [step: string]: DecidedStep | Reopened }
  readonly outputs: { readonly [step: string]: { readonly output: Json; readonly http?: Json } }
  readonly writes: { readonly [step: string]: readonly Write[] }
  readonly signals: { readonly [name: string]: readonly Json[] }
  readonly undo: readonly Undo[]
  readonly effects: 'none' | Effects
}

/** Events of operators' verbs that do not end the run. */
export type OperatorEventBody =
  | {
      readonly type: 'workflow.run.paused'
      readonly payload: {
        readonly actor: ActorRef
        readonly reason?: string
        /** Whether an operator paused this run, or the run that had started it. Absent in histories before 0.3. */
        readonly cause?: 'operator' | 'parent'
      }
    }
  | {
      readonly type: 'workflow.run.resumed'
      readonly step?: string
      readonly iteration?: number
      readonly payload: {
        readonly actor: ActorRef
        readonly input?: Json
        readonly hold?: boolean
        readonly reason?: string
      }
    }
  | {
      readonly type: 'workflow.run.stepped'
      readonly payload: {
        readonly actor: ActorRef
        readonly user_input: Json
        readonly reason?: string
        /** The instant of the run's last event when the command arrived. */
        readonly seen_at?: number
      }
    }
  | {
      readonly type: 'workflow.run.retried'
      readonly payload: {
        readonly actor: ActorRef
        readonly from_step?: string
        /** Replaces the run's input. */
        readonly input?: Json
        readonly reason?: string
        readonly run_attempt: number
      }
    }
  | {
      readonly type: 'workflow.run.acknowledged'
      readonly payload: {
        readonly actor: ActorRef
        readonly reason?: string
        /** The run that goes on with its results. */
        readonly continued_by?: string
      }
    }
  /** An override of a step, with its actor and reason; its consequences follow. */
  | {
      readonly type: 'workflow.node.overridden'
      readonly step: string
      readonly iteration: number
      readonly payload: {
        readonly action: OverrideAction
        /** The target of a jump. */
        readonly to?: string
        readonly actor: ActorRef
        readonly reason?: string
      }
    }
  | {
      readonly type: 'workflow.run.carried_over'
      readonly payload: Carried
    }
