import type { Variables } from '#core/definition/variables.ts'
import type { Json, JsonObject } from '#core/json.ts'
import type { FanOut, Regenerates } from '../fan-out/fan-out.ts'
import type { StoredOptions } from '../start/start-request.ts'
import type { ActorRef, ParentRef, ReopenedStep, RunError, TriggerRef } from '../words.ts'
import type { RerunRef } from './operator-event.ts'

export interface EndedBy {
  readonly actor: ActorRef
  readonly reason?: string
}

/** Events of a run as a whole. */
export type LifecycleEventBody =
  | {
      readonly type: 'workflow.run.created'
      readonly payload: StoredOptions & {
        readonly run_id: string
        readonly workflow: string
        readonly version: number
        readonly hash: string
        readonly input: Json
        readonly owner_id: string
        readonly data_region: string
        readonly parent?: ParentRef
        readonly root_run_id: string
        /**
         * The root of the run that started a detached run, also on the runs below it. Absent where that is
         * `root_run_id`.
         */
        readonly origin_run_id?: string
        /** The run that this one repeats; `actor` and `reason` say by whom and why. */
        readonly rerun_of?: RerunRef
        /** A run that starts several variants. Its `workflow` is then a generated definition. */
        readonly fan_out?: FanOut
        /** The kind of the run's output, if the request names one. */
        readonly kind?: string
        readonly regenerates?: Regenerates
        /** The values of the variables that the definition names, as they were at the start. */
        readonly vars?: Variables
        /** The trigger that started the run. */
        readonly trigger?: TriggerRef
        /** The trace context of the caller (`start/trace-context.ts`): the run and those below it are in its trace. */
        readonly traceparent?: string
        /** The caller's own id of the work (`start/workflow-id.ts`); a run that continues this one has it, too. */
        readonly workflow_id?: string
        /** The definition has an envelope: the phase is that of the `workflow.phase.changed` events. */
        readonly envelope?: true
        /** The workflow is code: the run's steps are the commands of its body (core/run/code). */
        readonly code?: true
        /** The run that goes on as this one, and the first run of that chain. */
        readonly continued_from?: { readonly run_id: string; readonly first_run_id: string }
        readonly depth: number
        /** Workflow names from the root down to the parent; absent on a root. */
        readonly ancestors?: readonly string[]
        readonly actor: ActorRef
      }
    }
  | { readonly type: 'workflow.run.queued'; readonly payload: JsonObject }
  /** The first ownership record. */
  | { readonly type: 'workflow.run.promoted'; readonly payload: { readonly engine_id: string; readonly epoch: number } }
  /**
   * A later ownership record: a take-over after a crash, or a return from waiting. `handed_back`: the previous owner
   * stopped in order. Internal: hidden by default.
   */
  | {
      readonly type: 'workflow.run.owned'
      readonly payload: { readonly engine_id: string; readonly epoch: number; readonly handed_back?: true }
    }
  | { readonly type: 'workflow.run.started'; readonly payload: JsonObject }
  | { readonly type: 'workflow.run.status_changed'; readonly payload: { readonly from: string; readonly to: string } }
  | {
      readonly type: 'workflow.run.waiting'
      readonly payload: { readonly status: string; readonly steps: readonly string[] }
    }
  | {
      readonly type: 'workflow.run.completed'
      readonly payload: { readonly output: Json; readonly state?: Json; readonly artifacts?: number }
    }
  | {
      readonly type: 'workflow.run.failed'
      readonly payload: {
        readonly status: string
        readonly error: RunError
        readonly state?: Json
        /** The number of artifacts, if there is one. */
        readonly artifacts?: number
        readonly not_undone?: readonly string[]
        /** The actor who ended the rollback early, and why. */
        readonly ended_by?: EndedBy
      }
    }
  /** A saga begins its rollback: nothing starts any more, attempts in flight settle, then the compensations run. */
  | {
      readonly type: 'workflow.run.rolling_back'
      readonly payload: {
        /** The last live status, shown until the run ends. */
        readonly status: string
        readonly cause: 'operator' | 'parent' | 'failure'
        readonly error?: RunError
        readonly reason?: string
        readonly actor?: ActorRef
        /** The run had failed, and an operator retries the compensations that failed then. */
        readonly again?: true
        /** The steps to which the operator limits the rollback. */
        readonly only?: readonly string[]
      }
    }
  | {
      readonly type: 'workflow.run.cancelled'
      readonly payload: {
        readonly reason?: string
        /** `fail_fast`: a step failed for good and the rest was cancelled; the status is then `status`, not CANCELLED. */
        readonly cause: 'operator' | 'parent' | 'fail_fast'
        readonly status: string
        readonly error?: RunError
        readonly actor?: ActorRef
        readonly state?: Json
        readonly artifacts?: number
        readonly not_undone?: readonly string[]
        readonly ended_by?: EndedBy
      }
    }
  /**
   * A back edge, a jump to an earlier step or a retry opens steps again. Steps in flight there were skipped as
   * superseded before.
   */
  | {
      readonly type: 'workflow.run.reopened'
      readonly payload: {
        readonly reason: 'back_edge' | 'jump' | 'retry'
        readonly steps: readonly ReopenedStep[]
        /** Retry from a step: steps whose results leave `state` and `steps`. */
        readonly forgotten?: readonly string[]
      }
    }
