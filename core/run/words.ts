import type { Json, JsonObject } from '../json.ts'

export interface RunError {
  /** A code from a closed set for Heddle's own failures, or the error's name for a function's. */
  readonly code: string
  readonly message: string
  readonly stack?: string
  readonly step?: string
}

/** The actor of a command or event; `engine` for the engine itself. */
export interface ActorRef {
  readonly id: string
  readonly name?: string
}

/** The trigger that started a run, and the instant that the run was planned for, in milliseconds since 1970. */
export interface TriggerRef {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly planned_at?: number
}

export interface ParentRef {
  readonly run_id: string
  readonly step: string
  readonly iteration: number
}

export type Drive = 'auto' | 'manual'

/** A reference to one visit of one step. `iteration` counts visits from 1, `attempt` tries of that visit from 1. */
export interface NodeRef {
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

/** One item of a PARALLEL step. `item`: index, from 0, of a task or of an element of the list. */
export interface ItemRef extends NodeRef {
  readonly item: number
}

/** A step, or one item of a PARALLEL step. */
export interface PartRef extends NodeRef {
  readonly item?: number
}

/**
 * `disabled`: the definition says so, and the run goes on behind it, as it does after `when`; `operator`: a person
 * skipped it, and the run goes on behind it; `jump`: a person led the run elsewhere from it; `cancelled`: the code no
 * longer awaits the command.
 */
export type SkipReason =
  | 'dead'
  | 'failed'
  | 'when'
  | 'disabled'
  | 'operator'
  | 'jump'
  | 'superseded'
  | 'run_ended'
  | 'cancelled'

/** Effects of an attempt on the world. `undoable`: the step declares a compensation and the run is a saga. */
export type Effects = 'undoable' | 'final'

/** Whether the world is as it was before a run that has ended. */
export type Verdict = 'safe' | 'unsafe'

/** A value that the author chose for the row of a task; null if its template failed. */
export interface TaskField {
  readonly label: string
  readonly value: Json
}

/** The content of a task and the people asked, pinned when it was opened. Ids of people and groups are canonical. */
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
  /** Number of different people who have to approve, if more than one. */
  readonly approvals_required?: number
  /** Instants of the reminders, in order. */
  readonly reminders?: readonly number[]
  /** When the task is escalated, and to which person or group. */
  readonly escalation?: { readonly at: number; readonly to: string }
}

/**
 * `turn`: a loop goes on at once, after the other runs have had their turn. `reminder` and `escalation`: alarms of an
 * open human task, one after the other. `settle`: the deadline of a rollback for attempts in flight.
 */
export type TimerPurpose =
  | 'wait'
  | 'retry'
  | 'timeout'
  | 'run_timeout'
  | 'turn'
  | 'settle'
  | AlarmPurpose
  | EnvelopeTimer
  | 'acknowledge'
  /** When a run of code is cancelled even if its body goes on. */
  | 'cancel_grace'

/** Timers of the envelope: the next evaluation of the conditions, and deadlines. */
export type EnvelopeTimer =
  | 'conditions'
  | 'conditions_timeout'
  | 'discovery_timeout'
  | 'lock_timeout'
  | 'rollback_timeout'

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
