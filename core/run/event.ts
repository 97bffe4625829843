import type { Json, JsonObject } from '#core/json.ts'
import type { OperatorEventBody, RerunRef } from './operator-event.ts'

/**
 * The facts of a run's history, the only truth about it. `seq` counts 1..n
 * without a gap; `at` is milliseconds since the epoch by the database's clock
 * and never goes back. Payload keys are the words of the public history.
 */
export interface EventEnvelope {
  readonly seq: number
  readonly at: number
}

export interface RunError {
  /** A code from a closed set for Heddle's own failures, or the error's name for a function's. */
  readonly code: string
  readonly message: string
  readonly stack?: string
  readonly step?: string
}

/** Who did it: `engine` for the engine itself. */
export interface ActorRef {
  readonly id: string
  readonly name?: string
}

export interface ParentRef {
  readonly run_id: string
  readonly step: string
  readonly iteration: number
}

export type Drive = 'auto' | 'manual'

/** A reference to one visit of one step. `iteration` counts visits from 1, `attempt` tries of that visit from 1. */
interface NodeRef {
  readonly step: string
  readonly iteration: number
}

/** One assignment to `state`: the keys that lead there (never joined, keys may hold dots), and the value. */
export type Change = readonly [path: readonly string[], value: Json]

/** A step that is opened again: under which iteration it runs next, and the step whose choice leads straight to it. */
export interface ReopenedStep {
  readonly step: string
  readonly iteration: number
  readonly entered?: string
}

/** `item`: the place, from 0, of what a PARALLEL step does: a task, or an element of its list. */
interface ItemRef extends NodeRef {
  readonly item: number
}

/** What concerns a step, or one item of a PARALLEL step. */
interface PartRef extends NodeRef {
  readonly item?: number
}

/** The run's own timer belongs to no step. */
interface TimerRef {
  readonly step?: string
  readonly iteration?: number
  readonly item?: number
}

/** `operator`: a person skipped it, and the run goes on behind it; `jump`: a person led the run elsewhere from it. */
export type SkipReason = 'dead' | 'failed' | 'when' | 'operator' | 'jump' | 'superseded' | 'run_ended'

/** From here on the world may have changed. `undoable`: the step declares a compensation and the run is a saga. */
export type Effects = 'undoable' | 'final'

/** One of the values that the author chose for the row of a task; null where it could not be had. */
export interface TaskField {
  readonly label: string
  readonly value: Json
}

/** What a task asks of whom, pinned when it was opened. Ids of people and groups are canonical. */
export interface HumanTaskSpec {
  readonly task_id: string
  readonly title: string
  readonly instructions?: string
  readonly form?: JsonObject
  readonly assignees: readonly string[]
  readonly groups: readonly string[]
  readonly excluded: readonly string[]
  readonly queue?: string
  readonly priority?: number
  readonly fields?: readonly TaskField[]
  readonly due_at?: number
  /** More than one: so many different people have to approve. */
  readonly approvals_required?: number
  /** When those who are asked are reminded, in order. */
  readonly reminders?: readonly number[]
  /** From when on somebody else is asked as well. */
  readonly escalation?: { readonly at: number; readonly to: string }
}

export type RunEventBody =
  | OperatorEventBody
  | {
      readonly type: 'workflow.run.created'
      readonly payload: {
        readonly run_id: string
        readonly workflow: string
        readonly version: number
        readonly hash: string
        readonly input: Json
        /** The caller's opaque `state`, echoed on the outcome. */
        readonly client_state?: Json
        readonly drive: Drive
        readonly saga: boolean
        readonly fail_fast: boolean
        readonly tags: readonly string[]
        readonly priority: number
        readonly owner_id: string
        readonly data_region: string
        readonly parent?: ParentRef
        readonly root_run_id: string
        /** The run that this one was made from, to do it again: by whom and why is said by `actor` and `reason`. */
        readonly rerun_of?: RerunRef
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
   * Every later ownership record: a take-over after a crash, or a return from waiting. `handed_back`: the owner before
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
  | { readonly type: 'workflow.run.completed'; readonly payload: { readonly output: Json; readonly state?: Json } }
  | {
      readonly type: 'workflow.run.failed'
      readonly payload: {
        readonly status: string
        readonly error: RunError
        readonly state?: Json
        readonly not_undone?: readonly string[]
      }
    }
  /** A saga begins to undo: nothing starts any more, what executes settles, then the compensations run. */
  | {
      readonly type: 'workflow.run.rolling_back'
      readonly payload: {
        /** The last live status, shown until the run ends. */
        readonly status: string
        readonly cause: 'operator' | 'parent' | 'failure'
        readonly error?: RunError
        readonly reason?: string
        readonly actor?: ActorRef
        /** The run had failed, and an operator tries what could not be undone then. */
        readonly again?: true
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
        readonly not_undone?: readonly string[]
      }
    }
  /** A back edge, a jump to an earlier step or a retry opens steps again. What was in flight there was skipped as superseded before. */
  | {
      readonly type: 'workflow.run.reopened'
      readonly payload: {
        readonly reason: 'back_edge' | 'jump' | 'retry'
        readonly steps: readonly ReopenedStep[]
        /** Retry from a step: steps whose results leave `state` and `steps`. */
        readonly forgotten?: readonly string[]
      }
    }
  | (NodeRef & {
      readonly type: 'workflow.node.started'
      readonly attempt: number
      readonly payload: {
        readonly step_type: string
        /** Rendered arguments. */
        readonly with?: Json
        /** Idempotency key of the external call, the same for every attempt. */
        readonly key?: string
        readonly effects?: Effects
        /** ASYNC: the queue whose workers may take it. */
        readonly queue?: string
        /** PARALLEL, first attempt: how many items there are; also LOOP: the list that they are taken from. */
        readonly count?: number
        readonly items?: readonly Json[]
        /** LOOP, first attempt: the steps of its body, and whether it keeps what each round gives. */
        readonly body?: readonly string[]
        readonly keeps_results?: true
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
  | (NodeRef & {
      readonly type: 'workflow.node.completed'
      readonly attempt: number
      readonly payload: {
        readonly output: Json
        /** HTTP: status and headers of the answer. */
        readonly http?: Json
        /** What the step did to `state`: assignments by path, in order. */
        readonly changes?: readonly Change[]
        /** DECISION: index of the chosen route. */
        readonly route?: number
        /** Jump directive. */
        readonly jump?: string
        /** Its compensation is called if the saga rolls back. */
        readonly undoable?: true
        /** `on_error: ignore`: it failed and goes on. */
        readonly ignored_error?: RunError
        /** A test run took this output instead of running the step. */
        readonly pinned?: true
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
      /** `cause` says that it failed through a child run, or through the loss of a worker. */
      readonly payload: {
        readonly error: RunError
        readonly handled: boolean
        readonly cause?: 'child' | 'worker_crash'
        /** A spawning step whose child failed, or a PARALLEL step with completed items, has something to compensate, although it never completed. */
        readonly undoable?: true
      }
    })
  | (NodeRef & {
      readonly type: 'workflow.node.skipped'
      readonly payload: { readonly reason: SkipReason }
    })
  /** The next round of a LOOP: the steps of its body are open again. `result_of`: whose output is the result of the round before. */
  | (NodeRef & {
      readonly type: 'workflow.loop.round_started'
      readonly payload: { readonly round: number; readonly result_of?: string }
    })
  | (ItemRef & {
      readonly type: 'workflow.item.started'
      readonly attempt: number
      readonly payload: {
        /** Of a task. */
        readonly name?: string
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
        /** The step fails by it once the items in flight have settled: no other starts. */
        readonly stops?: true
      }
    })
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
        /** Ids of all who approved, where several had to. */
        readonly approved_by?: readonly string[]
        /** The step calls a function with the answer; it may have effects from here on. */
        readonly key?: string
        readonly effects?: Effects
      }
    })
  /** One of several who have to approve did; with the last of them the task is decided. */
  | (NodeRef & {
      readonly type: 'workflow.human_task.approved'
      readonly payload: {
        readonly task_id: string
        readonly actor: ActorRef
        readonly input: Json
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
  /** The run's own clock stands still while it waits for people. A step's timers end with their wait, without a word. */
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

/**
 * `turn`: a loop goes on at once, after the other runs have had their turn. `reminder` and `escalation`: of an open human
 * task, one after the other.
 */
export type TimerPurpose = 'wait' | 'retry' | 'timeout' | 'run_timeout' | 'turn' | AlarmPurpose
export type AlarmPurpose = 'reminder' | 'escalation'

/** The open waits for people at or below a run: the oldest, and how many there are. */
export interface HumanWaits {
  readonly count: number
  readonly oldest?: {
    readonly run_id: string
    readonly task_id: string
    readonly step: string
    readonly workflow: string
    readonly since: number
  }
}

export type RunEvent = EventEnvelope & RunEventBody
export type RunEventType = RunEventBody['type']
export type EventOf<Type extends RunEventType> = Extract<RunEvent, { readonly type: Type }>
