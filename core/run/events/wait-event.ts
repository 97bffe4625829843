import type { Json } from '#core/json.ts'
import type {
  ActorRef,
  Change,
  Effects,
  HumanTaskSpec,
  HumanWaits,
  NodeRef,
  PartRef,
  RunError,
  TimerPurpose,
  Verdict,
} from '../words.ts'

/** The run's own timer belongs to no step. */
export interface TimerRef {
  readonly step?: string
  readonly iteration?: number
  readonly item?: number
}

/** Events of the waits of a run beyond its own functions: for people, timers, signals and runs below it. */
export type WaitEventBody =
  | (PartRef & {
      readonly type: 'workflow.human_task.opened'
      /** A function that paused leaves its result (`changes`) in `state` while a person is asked. */
      readonly payload: HumanTaskSpec & { readonly result?: Json; readonly changes?: readonly Change[] }
    })
  | (PartRef & {
      readonly type: 'workflow.human_task.decided'
      readonly payload: {
        readonly task_id: string
        /** The person who decided; of several approvers, the last. */
        readonly actor: ActorRef
        readonly input: Json
        readonly reason?: string
        /** Ids of all approvers, where several were required. */
        readonly approved_by?: readonly string[]
        /** Idempotency key of the function that the step calls with the answer; effects are possible from here on. */
        readonly key?: string
        /**
         * Effects that the attempt may have on the world; counted when it ends, unless it was withdrawn before it
         * began.
         */
        readonly impact?: Effects
        /** Effects in histories of earlier versions, counted at once. */
        readonly effects?: Effects
        /** The run is paused: the step calls its function when the hold is lifted. */
        readonly held?: true
      }
    })
  /** One of several required approvals; the last one decides the task. */
  | (NodeRef & {
      readonly type: 'workflow.human_task.approved'
      readonly payload: {
        readonly task_id: string
        readonly actor: ActorRef
        readonly input: Json
        readonly reason?: string
        /** Number of approvals so far, and number required. */
        readonly approvals: number
        readonly required: number
      }
    })
  /** A reminder for the people asked; `reminder` counts from 1. */
  | (NodeRef & {
      readonly type: 'workflow.human_task.reminded'
      readonly payload: { readonly task_id: string; readonly reminder: number }
    })
  /** An escalation: from here on the person or group `to` is asked as well. */
  | (NodeRef & {
      readonly type: 'workflow.human_task.escalated'
      readonly payload: { readonly task_id: string; readonly to: string }
    })
  | (PartRef & {
      readonly type: 'workflow.human_task.closed'
      readonly payload: { readonly task_id: string; readonly reason: string }
    })
  | (TimerRef & {
      readonly type: 'workflow.timer.set'
      readonly payload: { readonly timer_id: string; readonly due_at: number; readonly purpose: TimerPurpose }
    })
  | (TimerRef & { readonly type: 'workflow.timer.fired'; readonly payload: { readonly timer_id: string } })
  /**
   * A suspended clock: the run's own while people are awaited; while the run is held, also the limit of each wait (then
   * with `step`). The next `timer.set` continues with the time left. All other timers of a step end with their wait,
   * without an event.
   */
  | (TimerRef & { readonly type: 'workflow.timer.cancelled'; readonly payload: { readonly timer_id: string } })
  /** A received signal. With `step`: that step waited for it. Otherwise the signal is queued. */
  | {
      readonly type: 'workflow.signal.received'
      readonly step?: string
      readonly iteration?: number
      readonly payload: {
        readonly signal: string
        readonly data: Json
        readonly actor: ActorRef
        readonly reason?: string
      }
    }
  | (NodeRef & { readonly type: 'workflow.signal.awaited'; readonly payload: { readonly signal: string } })
  /** A step took a queued signal. `place`: index among the queued signals, from 0. */
  | (NodeRef & {
      readonly type: 'workflow.signal.taken'
      readonly payload: { readonly signal: string; readonly place: number }
    })
  | (PartRef & {
      readonly type: 'workflow.child.spawned'
      readonly payload: {
        readonly child_run_id: string
        readonly workflow: string
        readonly input: Json
        /** The child goes on when its parent ends. */
        readonly abandon?: true
        /** The child is a detached run, which is not awaited. */
        readonly detached?: true
        readonly effects?: Effects
        /** The effects count unless the child ends with the verdict `safe`. Absent in histories of earlier versions: they count at once. */
        readonly verdict_follows?: true
      }
    })
  /** A failed child was retried: its step, or its item, waits for it again. */
  | (PartRef & {
      readonly type: 'workflow.child.retried'
      readonly payload: {
        readonly child_run_id: string
        readonly workflow: string
        readonly abandon?: true
        /** Name of the task. */
        readonly name?: string
        /** Effects as in `child.spawned`, until the child's verdict. */
        readonly effects?: Effects
      }
    })
  | (PartRef & {
      readonly type: 'workflow.child.waits_changed'
      readonly payload: { readonly child_run_id: string; readonly waits: HumanWaits }
    })
  | (PartRef & {
      readonly type: 'workflow.child.ended'
      readonly payload: {
        readonly child_run_id: string
        readonly status: string
        readonly state: Json
        readonly error?: RunError
        readonly verdict?: Verdict
        /** The child could not be made, or was given up in the batch that spawned it: there is no such run. */
        readonly never_began?: true
      }
    })
