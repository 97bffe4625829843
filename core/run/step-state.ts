import type { Json } from '#core/json.ts'
import type { Fan } from './fan.ts'
import type { Rounds } from './rounds.ts'
import type { ActorRef, AlarmPurpose, Effects, HumanTaskSpec, RunError, SkipReason } from './words.ts'

/**
 * The state of a step: of its open visit, or of the decision on its last one. A status says what the step waits for;
 * the effects owed to it follow from that (plan.ts).
 */
export type StepState = Reopened | OpenStep | DecidedStep

interface StepBase {
  /** Visits count from 1. */
  readonly iteration: number
  /** How often the step became ready, in all iterations. */
  readonly visits: number
  /** Number of the last attempt of this visit; 0 before the first. */
  readonly attempt: number
  /** Attempts of this visit before the last `retry` of the run: they do not count against the policy. */
  readonly attemptsBefore: number
  /** The step whose back edge or jump leads straight here: one more live edge. */
  readonly entered?: string
  /** The items of a PARALLEL step, until it has completed: a retry of the run reuses completed items. */
  readonly fan?: Fan
  /** The rounds of a LOOP step, until it has completed: a retry of the run goes on in the round that failed. */
  readonly rounds?: Rounds
  /** Compensated: a retry of the run visits it anew. */
  readonly undone?: true
}

/** One of several required approvals. */
export interface Approval {
  readonly actor: ActorRef
  readonly input: Json
  readonly at: number
}

interface Started extends StepBase {
  /** When this visit began. */
  readonly startedAt: number
  /** Rendered arguments. */
  readonly with?: Json
  readonly key?: string
  /** The answer with which a HUMAN step calls its function. */
  readonly answer?: Json
}

/** A durable limit on a wait. */
export interface StepTimeout {
  readonly timerId: string
  readonly dueAt: number
}

/** A wait with a durable limit. The limit runs as `timeout`, or stands still with what is left of it while the run is held. */
interface Limited {
  readonly timeout?: StepTimeout
  readonly timeoutLeftMs?: number
}

interface Waiting extends Started, Limited {
  readonly since: number
}

/** Opened again and not yet decided. */
export interface Reopened extends StepBase {
  readonly status: 'again'
}
/** An attempt is with the executors. */
export interface Running extends Started, Limited {
  readonly status: 'running'
  readonly attemptStartedAt: number
  /** The queue whose workers have the attempt, or will take it. */
  readonly queue?: string
  /** Effects that the attempt may have on the world; counted when it ends, unless it was withdrawn before it began. */
  readonly impact?: Effects
  readonly fraction?: number
  readonly note?: string
}
/** A step between two attempts. `timerId` is null once the timer has fired and a hold keeps the attempt back. */
export interface BackingOff extends Started {
  readonly status: 'backing_off'
  /** Absent where nothing failed: a hold keeps back the call with an answer. */
  readonly error?: RunError
  readonly timerId: string | null
  readonly retryAt: number
}
export interface WaitingForPerson extends Waiting {
  readonly status: 'waiting_person'
  readonly task: HumanTaskSpec
  /** The function's result before it paused. */
  readonly result?: Json
  /** Approvals so far, in order, where several are required. */
  readonly approvals?: readonly Approval[]
  /** The next reminder or escalation of the open task. */
  readonly alarm?: StepTimeout & { readonly purpose: AlarmPurpose }
  /** How many reminders there have been. */
  readonly reminded?: number
  /** The person or group of the escalation. */
  readonly escalatedTo?: string
}
export interface WaitingForTime extends Waiting {
  readonly status: 'waiting_time'
  readonly timerId: string
  readonly dueAt: number
}
export interface WaitingForChild extends Waiting {
  readonly status: 'waiting_child'
  readonly childRunId: string
  readonly workflow: string
  readonly abandon?: true
}
export interface WaitingForSignal extends Waiting {
  readonly status: 'waiting_signal'
  readonly signal: string
}
/** A PARALLEL step: its items are in flight, or about to start. */
export interface FannedOut extends Waiting {
  readonly status: 'fanned_out'
  readonly fan: Fan
}
/** A LOOP step: a round is under way, or the next is about to begin. */
export interface Looping extends Waiting {
  readonly status: 'looping'
  readonly rounds: Rounds
  /** The timer after which the next round begins: other runs have their turn first. */
  readonly resting?: StepTimeout
}
export interface Completed extends StepBase {
  readonly status: 'completed'
  readonly startedAt: number
  readonly at: number
  readonly route?: number
  readonly jump?: string
  /** The rules by which it inserted steps, in the order in which these come. */
  readonly inserted?: readonly number[]
  readonly ignoredError?: RunError
}
export interface Failed extends StepBase {
  readonly status: 'failed'
  readonly at: number
  readonly error: RunError
  /** A failure edge took over. */
  readonly handled: boolean
  readonly cause?: 'child' | 'worker_crash'
  /** The child through which the step failed: a retry of that child retries the step. */
  readonly child?: { readonly runId: string; readonly workflow: string; readonly abandon?: true }
}
export interface Skipped extends StepBase {
  readonly status: 'skipped'
  readonly at: number
  readonly reason: SkipReason
  readonly withdrawn?: true
}

export type OpenStep =
  | Running
  | BackingOff
  | WaitingForPerson
  | WaitingForTime
  | WaitingForChild
  | WaitingForSignal
  | FannedOut
  | Looping
export type DecidedStep = Completed | Failed | Skipped

export function isOpen(step: StepState | undefined): step is OpenStep {
  return (
    step !== undefined &&
    step.status !== 'again' &&
    step.status !== 'completed' &&
    step.status !== 'failed' &&
    step.status !== 'skipped'
  )
}

/** Whether the step was in flight when a back edge, a jump or the end of its loop superseded it. */
export function isSuperseded(step: StepState | undefined): step is Skipped {
  return step?.status === 'skipped' && step.reason === 'superseded'
}

export interface Write {
  readonly path: readonly string[]
  readonly value: Json
  readonly order: number
}

/** One visit of a compensatable step. */
export interface Undo {
  readonly step: string
  readonly iteration: number
  /** The step's own result and its arguments, for its compensation. */
  readonly result: Json
  readonly with?: Json
  /** Attempts of earlier rollbacks. */
  readonly attempts: number
}
