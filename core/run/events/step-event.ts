import type { Json } from '#core/json.ts'
import type { Artifact } from '../artifact.ts'
import type { RecordedCommand } from '../code/code-state.ts'
import type { Change, Effects, ItemRef, NodeRef, PartRef, RunError, SkipReason } from '../words.ts'

/** Events of a step, of its items or of its compensation, recorded once they are decided or known. */
export type StepEventBody =
  | (NodeRef & {
      readonly type: 'workflow.node.started'
      readonly attempt: number
      readonly payload: {
        readonly step_type: string
        /** Rendered arguments. */
        readonly with?: Json
        /** Idempotency key of the external call, the same for every attempt. */
        readonly key?: string
        /**
         * Effects that the attempt may have on the world; counted when it ends, unless it was withdrawn before it
         * began.
         */
        readonly impact?: Effects
        /** Effects in histories of earlier versions, counted at once. */
        readonly effects?: Effects
        /** ASYNC: the queue whose workers may take it. */
        readonly queue?: string
        /**
         * First attempt: of a PARALLEL step the number of items; of a PARALLEL or LOOP step with a list, its elements.
         */
        readonly count?: number
        readonly items?: readonly Json[]
        /** LOOP, first attempt: the steps of its body, and whether it keeps what each round gives. */
        readonly body?: readonly string[]
        readonly keeps_results?: true
        /** The command of a run of code that this step is. */
        readonly command?: RecordedCommand
      }
    })
  | (NodeRef & {
      readonly type: 'workflow.node.progress'
      readonly attempt: number
      readonly payload: {
        readonly fraction?: number
        readonly note?: string
        readonly error?: RunError
        readonly will_retry?: boolean
        /** When the next attempt is due, for `will_retry`. */
        readonly retry_at?: number
      }
    })
  /** The attempt reported an artifact, and has not failed. */
  | (PartRef & { readonly type: 'workflow.node.artifact'; readonly attempt: number; readonly payload: Artifact })
  | (NodeRef & {
      readonly type: 'workflow.node.completed'
      readonly attempt: number
      readonly payload: {
        readonly output: Json
        /** HTTP: status and headers of the answer. */
        readonly http?: Json
        /** Changes of `state` by the step: assignments by path, in order. */
        readonly changes?: readonly Change[]
        /** DECISION: index of the chosen route. */
        readonly route?: number
        /** Jump directive. */
        readonly jump?: string
        /** The step has a compensation, which is called if the saga rolls back. */
        readonly undoable?: true
        /** `on_error: ignore`: the error of a step that failed; the run goes on. */
        readonly ignored_error?: RunError
        /** A test run took this output instead of running the step. */
        readonly pinned?: true
        /** HUMAN, without an answer of the people asked: ids of the people who decided instead. */
        readonly decided_by?: readonly string[]
      }
    })
  /** Rules of the step that completed insert steps behind it: `rules` in the order in which their steps come. */
  | (NodeRef & {
      readonly type: 'workflow.run.steps_injected'
      readonly payload: { readonly rules: readonly number[]; readonly steps: readonly string[] }
    })
  | (NodeRef & {
      readonly type: 'workflow.node.failed'
      readonly attempt: number
      /** `cause`: the step failed through a child run, or through the loss of a worker. */
      readonly payload: {
        readonly error: RunError
        readonly handled: boolean
        readonly cause?: 'child' | 'worker_crash'
        /** A spawning step whose child failed, or a PARALLEL step with completed items, has something to compensate, although it never completed. */
        readonly undoable?: true
        /** The rollback waited for the step in vain: its effects are unknown, and nothing undoes them. */
        readonly abandoned?: true
      }
    })
  | (NodeRef & {
      readonly type: 'workflow.node.skipped'
      readonly payload: {
        readonly reason: SkipReason
        /** The recorded attempt or child had not begun and never will: it had no effects. */
        readonly withdrawn?: true
      }
    })
  /**
   * The next round of a LOOP opens the steps of its body again. `result_of`: the step whose output is the result of the
   * round before; `turn_of`: of an AI step with tools, the step that called the model in that round.
   */
  | (NodeRef & {
      readonly type: 'workflow.loop.round_started'
      readonly payload: { readonly round: number; readonly result_of?: string; readonly turn_of?: string }
    })
  | (ItemRef & {
      readonly type: 'workflow.item.started'
      readonly attempt: number
      readonly payload: {
        /** Name of the task. */
        readonly name?: string
        /** The whole step that does the work of the item. */
        readonly branch?: string
        readonly with?: Json
        readonly key?: string
        readonly effects?: Effects
      }
    })
  | (ItemRef & {
      readonly type: 'workflow.item.completed'
      readonly attempt: number
      readonly payload: { readonly output: Json }
    })
  | (ItemRef & {
      readonly type: 'workflow.item.failed'
      readonly attempt: number
      readonly payload: {
        readonly error: RunError
        readonly will_retry: boolean
        readonly retry_at?: number
        readonly cause?: 'child' | 'worker_crash'
        /** The step fails because of this item once the items in flight have settled; no other item starts. */
        readonly stops?: true
      }
    })
  | (NodeRef & {
      readonly type: 'workflow.compensation.started'
      readonly attempt: number
      readonly payload: { readonly key: string }
    })
  | (NodeRef & {
      readonly type: 'workflow.compensation.completed'
      readonly payload: { readonly outcome: 'done' | 'noop'; readonly output?: Json }
    })
  | (NodeRef & {
      readonly type: 'workflow.compensation.failed'
      readonly attempt: number
      readonly payload: { readonly error: RunError; readonly will_retry: boolean; readonly retry_at?: number }
    })
