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
interface TimerRef {
  readonly step?: string
  readonly iteration?: number
  readonly item?: number
}

/** What a run waits for beyond its own functions: people, timers, signals and runs below it, and what comes of it. */
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
        /** Whose word it was; of several who approved, the last. */
        readonly actor: ActorRef
        readonly input: Json
        readonly reason?: string
        /** Ids of all who approved, where several had to. */
        readonly approved_by?: readonly string[]
        /** The step calls a function with the answer; it may have effects from here on. */
        readonly key?: string
        /** What the attempt may do to the world: counted when it ends, unless it was withdrawn before it began. */
        readonly impact?: Effects
        /** Of histories of earlier versions: counted at once. */
        readonly effects?: Effects
        /** The run is paused: the step calls its function when it goes on. */
        readonly held?: true
      }
    })
  /** One of several who have to approve did; with the last of them the task is decided. */
  | (NodeRef & {
      readonly type: 'workflow.human_task.approved'
      readonly payload: {
        readonly task_id: string
        readonly actor: ActorRef
        readonly input: Json
        readonly reason?: string
        /** How many there are now, and have to be. */
        readonly approvals: number
        readonly required: number
      }
    })
  /** It is time to remind those who are asked: the how manieth time. */
  | (NodeRef & {
      readonly type: 'workflow.human_task.reminded'
      readonly payload: { readonly task_id: string; readonly reminder: number }
    })
  /** From here on somebody else is asked as well: a person or a group. */
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
   * A clock stands still: the run's own while people are awaited; while the run is held, also the limit of each wait (then
   * with `step`). What is left goes on with the next `timer.set`. Otherwise a step's timers end with their wait, without a word.
   */
  | (TimerRef & { readonly type: 'workflow.timer.cancelled'; readonly payload: { readonly timer_id: string } })
  /** With `step`: that one waited for it. Otherwise it is kept. */
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
  /** A signal that had come before: which of those that were kept, from 0. */
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
        /** Nobody waits for it: it is a run of its own. */
        readonly detached?: true
        readonly effects?: Effects
        /** The effects count unless the child ends with the verdict `safe`. Absent in histories of earlier versions: they count at once. */
        readonly verdict_follows?: true
      }
    })
  /** A child that had failed was retried: its step, or the item that it was, waits for it again. */
  | (PartRef & {
      readonly type: 'workflow.child.retried'
      readonly payload: {
        readonly child_run_id: string
        readonly workflow: string
        readonly abandon?: true
        /** Of a task. */
        readonly name?: string
        /** As of a child that is spawned, until its verdict. */
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
        /** It could not be made, or was given up in the batch that spawned it: there is no such run. */
        readonly never_began?: true
      }
    })
