import type { Json } from '#core/json.ts'
import type { DecidedStep, OpenedAgain, Undo, Write } from '../step-state.ts'
import type { ActorRef, Effects } from '../words.ts'

/** What a person may do to one step instead of what it would do by itself. */
export type OverrideAction = 'skip' | 'complete' | 'jump'

/** What was done again: the run, its version then, and the step from which on, if results were carried over. */
export interface RerunRef {
  readonly run_id: string
  readonly version: number
  /** The steps whose results were not taken over, the first in the text: from there on it runs. */
  readonly from_step?: string
  readonly reason?: string
}

/** Results of another run that this one begins with, as its state holds them. */
export interface Carried {
  readonly from_run: string
  readonly steps: { readonly [step: string]: DecidedStep | OpenedAgain }
  readonly outputs: { readonly [step: string]: { readonly output: Json; readonly http?: Json } }
  readonly writes: { readonly [step: string]: readonly Write[] }
  readonly signals: { readonly [name: string]: readonly Json[] }
  readonly undo: readonly Undo[]
  readonly effects: 'none' | Effects
}

/** What people's verbs do to a run that they do not end. */
export type OperatorEventBody =
  | {
      readonly type: 'workflow.run.paused'
      readonly payload: {
        readonly actor: ActorRef
        readonly reason?: string
        /** Whether somebody paused this run, or the one that had started it. Absent in histories before 0.3. */
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
        /** The instant of the last event that there was when this was asked. */
        readonly seen_at?: number
      }
    }
  | {
      readonly type: 'workflow.run.retried'
      readonly payload: {
        readonly actor: ActorRef
        readonly from_step?: string
        /** Takes the place of the run's input. */
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
  /** Who overrode a step, and why; what came of it follows. */
  | {
      readonly type: 'workflow.node.overridden'
      readonly step: string
      readonly iteration: number
      readonly payload: {
        readonly action: OverrideAction
        /** Of a jump: where it leads. */
        readonly to?: string
        readonly actor: ActorRef
        readonly reason?: string
      }
    }
  | {
      readonly type: 'workflow.run.carried_over'
      readonly payload: Carried
    }
