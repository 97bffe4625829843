import type { Json, JsonObject } from '#core/json.ts'
import type {
  ActorRef,
  AlarmPurpose,
  Effects,
  EventOf,
  HumanTaskSpec,
  HumanWaits,
  RunError,
  SkipReason,
} from './event.ts'
import type { EndedBy } from './events/lifecycle-event.ts'
import type { Fan } from './fan.ts'
import type { Rounds } from './rounds.ts'
import type { Phase, Status } from './views.ts'

/**
 * The state of a run: a fold of its events, and nothing else. It owns what a
 * decision needs to know about the past: outcomes of steps, open waits, the
 * workflow's own `state`, the outcome. It does not own the definition: which
 * edges are live follows from the outcomes and the definition (edges.ts), and
 * what is owed to the world follows from the open steps (plan.ts).
 *
 * 1. JSON in, JSON out: `JSON.parse(JSON.stringify(state))` is the same state.
 * 2. A step is in `steps` from its first event on; a step that is not there was never reached.
 * 3. `open` names exactly the steps whose status is an OpenStatus, in the order in which they started.
 * 4. At most one visit of a step is open; its `iteration` only grows.
 * 5. `data` is the input and all `writes`, applied in their order.
 * 6. A child in `children` is awaited by the step that names it, or it is dropped; it leaves when it has ended, or when
 *    it outlives the run.
 * 7. After an outcome nothing is open.
 */
export interface RunState {
  readonly seq: number
  /** Instant of the last event. */
  readonly at: number
  readonly header: RunHeader
  readonly createdAt: number
  readonly startedAt: number | null
  readonly phase: Phase
  /** Counts from 1; `retry` opens the next one. */
  readonly runAttempt: number
  readonly hold: Hold | null
  /** The workflow's `state`. */
  readonly data: JsonObject
  readonly steps: { readonly [step: string]: StepState }
  /** Last result by step, as expressions read it. */
  readonly outputs: { readonly [step: string]: StepOutput }
  /** What each step wrote into `data`, each path once; `''` stands for the people who stepped the run. */
  readonly writes: { readonly [step: string]: readonly Write[] }
  /** Number of assignments to `data` so far. */
  readonly writeCount: number
  readonly open: readonly string[]
  readonly children: { readonly [runId: string]: ChildState }
  /** The last decision of each human step: who decided what when is told to those who come late. */
  readonly decisions: { readonly [step: string]: Decided }
  /** What had happened to the world so far, without what executes and the children (`effectsSoFar`). */
  readonly effects: 'none' | Effects
  readonly clock: RunClock | null
  /** Signals by name that nobody has read yet. */
  readonly signals: { readonly [name: string]: readonly Json[] }
  /** What a saga could compensate, in order of completion; each leaves when it has been tried. */
  readonly undo: readonly Undo[]
  readonly rollback: Rollback | null
  readonly outcome: Outcome | null
  readonly acknowledged: boolean
  /** Manual drive: when somebody stepped it last, if it is known what they had seen of it. */
  readonly steppedAt?: number
  /** The run that goes on with the results of this one. */
  readonly continuedBy?: string
}

/** The first event's payload, as it is. */
export type RunHeader = EventOf<'workflow.run.created'>['payload']

/** Plain JSON, as expressions read it. */
export type StepOutput = {
  readonly output: Json
  readonly http?: Json
  /** Ids of the people whose word it was. */
  readonly decided_by?: readonly string[]
}

export interface Hold {
  readonly actor: ActorRef
  readonly reason?: string
  readonly cause?: 'operator' | 'parent'
  readonly since: number
}

export interface Write {
  readonly path: readonly string[]
  readonly value: Json
  readonly order: number
}

export interface ChildState {
  readonly step: string
  readonly iteration: number
  readonly item?: number
  readonly workflow: string
  /** What it is to be started with; absent when it was retried and is there already. */
  readonly input?: Json
  readonly waits: HumanWaits
  /** It goes on when its parent ends. */
  readonly abandon?: true
  /** What it may have done to the world: counted unless it ends and says that the world is as it was. */
  readonly effects?: Effects
  /** Nobody waits for it any more; it is to be cancelled. */
  readonly dropped?: true
}

export interface Decided {
  readonly taskId: string
  readonly actor: ActorRef
  readonly at: number
  /** Where several had to approve: their ids. */
  readonly approvedBy?: readonly string[]
}

/** One of several people who have to approve did. */
export interface Approval {
  readonly actor: ActorRef
  readonly input: Json
  readonly at: number
}

/** The timeout of the whole run: running towards `dueAt`, or standing still with `leftMs` while people are awaited or the run is held. */
export type RunClock =
  | { readonly running: true; readonly timerId: string; readonly dueAt: number }
  | { readonly running: false; readonly leftMs: number }

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

/** The saga at work: why, as whom it will end, and the compensation in hand. */
export interface Rollback {
  readonly status: Status
  readonly since: number
  readonly cause: 'operator' | 'parent' | 'failure'
  readonly error?: RunError
  readonly reason?: string
  readonly actor?: ActorRef
  readonly current: Undoing | null
  /** Whose compensation failed for good, in order of completion: another rollback may try them again. */
  readonly notUndone: readonly Undo[]
  /** Until when it waits for what executes. */
  readonly settle?: StepTimeout
  /** What it waited for in vain, in that order: nothing undoes it. */
  readonly abandoned?: readonly Abandoned[]
}

/** One visit of a step of which nobody knows whether it did anything. */
export interface Abandoned {
  readonly step: string
  readonly iteration: number
}

export interface Undoing {
  readonly step: string
  readonly iteration: number
  readonly attempt: number
  readonly key: string
  /** Set while the next attempt is awaited. */
  readonly retry?: { readonly timerId: string; readonly dueAt: number }
}

export interface Outcome {
  readonly status: Status
  readonly at: number
  readonly error?: RunError
  readonly reason?: string
  /** Who cancelled it. */
  readonly actor?: ActorRef
  readonly output?: Json
  readonly notUndone?: readonly string[]
  /** Of these, what no other rollback can undo. */
  readonly abandoned?: readonly Abandoned[]
  /** Who ended its rollback before that had come to its end. */
  readonly endedBy?: EndedBy
}

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
  /** The items of a PARALLEL step, until it has completed: a retry of the run reuses those that have. */
  readonly fan?: Fan
  /** The rounds of a LOOP step, until it has completed: a retry of the run goes on in the round that failed. */
  readonly rounds?: Rounds
  /** Compensated: a retry of the run visits it anew. */
  readonly undone?: true
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
export interface OpenedAgain extends StepBase {
  readonly status: 'again'
}
/** An attempt is with the executors. */
export interface Running extends Started, Limited {
  readonly status: 'running'
  readonly attemptStartedAt: number
  /** It is with the workers of this queue, or waits for one. */
  readonly queue?: string
  /** What the attempt may do to the world; it counts when the attempt ends, unless it was withdrawn before it began. */
  readonly impact?: Effects
  readonly fraction?: number
  readonly note?: string
}
/** Between two attempts. `timerId` is null once the time has come and a hold keeps it back. */
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
  /** What the function said before it paused. */
  readonly result?: Json
  /** Of several people who have to approve: those who did, in order. */
  readonly approvals?: readonly Approval[]
  /** The next instant at which something is done about the open task. */
  readonly alarm?: StepTimeout & { readonly purpose: AlarmPurpose }
  /** How many reminders there have been. */
  readonly reminded?: number
  /** Who is asked as well. */
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
  /** It lets others have their turn before the next round. */
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
  /** The child through which it failed: when that is retried, so is this step. */
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
export type StepState = OpenedAgain | OpenStep | DecidedStep

export const noHeader: RunHeader = {
  run_id: '',
  workflow: '',
  version: 0,
  hash: '',
  input: null,
  drive: 'auto',
  saga: false,
  fail_fast: true,
  tags: [],
  priority: 0,
  owner_id: '',
  data_region: '',
  root_run_id: '',
  depth: 0,
  actor: { id: '' },
}

/** Before the first event. */
export function initialState(): RunState {
  return {
    seq: 0,
    at: 0,
    header: noHeader,
    createdAt: 0,
    startedAt: null,
    phase: 'NEW',
    runAttempt: 1,
    hold: null,
    data: {},
    steps: {},
    outputs: {},
    writes: {},
    writeCount: 0,
    open: [],
    children: {},
    decisions: {},
    effects: 'none',
    clock: null,
    signals: {},
    undo: [],
    rollback: null,
    outcome: null,
    acknowledged: false,
  }
}

/** The state that a snapshot holds; an earlier version of Heddle may have written it, before all of this was there. */
export function fromSnapshot(snapshot: RunState | null): RunState {
  return { ...initialState(), ...snapshot }
}

/** A step named `toString` must not be found on the prototype. */
export function stepState(state: Pick<RunState, 'steps'>, step: string): StepState | undefined {
  return Object.hasOwn(state.steps, step) ? state.steps[step] : undefined
}

/** What the compensation in hand undoes. */
export function undoOf(state: RunState, { step, iteration }: Undoing): Undo {
  return state.undo.find((undo) => undo.step === step && undo.iteration === iteration) as Undo
}

export function isOpen(step: StepState | undefined): step is OpenStep {
  return (
    step !== undefined &&
    step.status !== 'again' &&
    step.status !== 'completed' &&
    step.status !== 'failed' &&
    step.status !== 'skipped'
  )
}

/** It was in flight when what it was for was given up. */
export function isSuperseded(step: StepState | undefined): step is Skipped {
  return step?.status === 'skipped' && step.reason === 'superseded'
}
