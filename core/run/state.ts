import type { Json, JsonObject } from '#core/json.ts'
import type { CodeState } from './code/code-state.ts'
import type { EnvelopeState } from './envelope/envelope-state.ts'
import type { EventOf } from './event.ts'
import type { EndedBy } from './events/lifecycle-event.ts'
import type { Phase, Status } from './statuses.ts'
import type { StepOutput } from './step-output.ts'
import type { StepState, StepTimeout, Undo, Write } from './step-state.ts'
import type { ActorRef, Effects, HumanWaits, RunError } from './words.ts'

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
  /** Writes of each step into `data`, each path once; `''` stands for the operators who stepped the run. */
  readonly writes: { readonly [step: string]: readonly Write[] }
  /** Number of assignments to `data` so far. */
  readonly writeCount: number
  readonly open: readonly string[]
  readonly children: { readonly [runId: string]: ChildState }
  /** The last decision of each human step; late answers are refused with its actor and instant. */
  readonly decisions: { readonly [step: string]: Decided }
  /** Effects on the world so far, without those of executing steps and of children (`effectsSoFar`). */
  readonly effects: 'none' | Effects
  readonly clock: RunClock | null
  /** The stage of the envelope; absent for a run without one, and before an engine has owned the run. */
  readonly envelope?: EnvelopeState
  /** Queued signals that no step has read yet, by name. */
  readonly signals: { readonly [name: string]: readonly Json[] }
  /** Visits that a saga could compensate, in order of completion; each leaves when it has been tried. */
  readonly undo: readonly Undo[]
  readonly rollback: Rollback | null
  readonly outcome: Outcome | null
  readonly acknowledged: boolean
  /** Number of its artifacts, once there is one. */
  readonly artifacts?: number
  /** Manual drive: the instant of the last step command, if it is known what its sender had seen. */
  readonly steppedAt?: number
  /** The run that goes on with the results of this one. */
  readonly continuedBy?: string
  /** Only of a run whose workflow is code, from its first event on. */
  readonly code?: CodeState
}

/** The first event's payload, as it is. */
export type RunHeader = EventOf<'workflow.run.created'>['payload']

export interface Hold {
  readonly actor: ActorRef
  readonly reason?: string
  readonly cause?: 'operator' | 'parent'
  readonly since: number
}

export interface ChildState {
  readonly step: string
  readonly iteration: number
  readonly item?: number
  readonly workflow: string
  /** The child's input; absent for a retried child, which exists already. */
  readonly input?: Json
  readonly waits: HumanWaits
  /** The child goes on when its parent ends. */
  readonly abandon?: true
  /** Possible effects of the child, counted unless it ends with the verdict `safe`. */
  readonly effects?: Effects
  /** The child is no longer awaited, and is to be cancelled. */
  readonly dropped?: true
}

export interface Decided {
  readonly taskId: string
  readonly actor: ActorRef
  readonly at: number
  /** Ids of all approvers, where several were required. */
  readonly approvedBy?: readonly string[]
}

/** The timeout of the whole run: running towards `dueAt`, or standing still with `leftMs` while people are awaited or the run is held. */
export type RunClock =
  | { readonly running: true; readonly timerId: string; readonly dueAt: number }
  | { readonly running: false; readonly leftMs: number }

/** The rollback of a saga: its live status, its cause, and the current compensation. */
export interface Rollback {
  readonly status: Status
  readonly since: number
  readonly cause: 'operator' | 'parent' | 'failure'
  readonly error?: RunError
  readonly reason?: string
  readonly actor?: ActorRef
  readonly current: Undoing | null
  /** Visits whose compensation failed for good, in order of completion: another rollback may try them again. */
  readonly notUndone: readonly Undo[]
  /** The deadline for the attempts in flight. */
  readonly settle?: StepTimeout
  /** Visits that the rollback waited for in vain, in that order: nothing undoes them. */
  readonly abandoned?: readonly Abandoned[]
  /** An operator retries the rollback of an ended run; the phase stays until it succeeds. */
  readonly again?: true
  /** The steps to which an operator limits the rollback. */
  readonly only?: readonly string[]
  /** A compensation has been called, and has succeeded. */
  readonly undid?: true
}

/** One visit of a step whose effects are unknown. */
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
  /** The actor who cancelled the run. */
  readonly actor?: ActorRef
  readonly output?: Json
  readonly notUndone?: readonly string[]
  /** Visits of these steps that no other rollback can undo. */
  readonly abandoned?: readonly Abandoned[]
  /** The actor who ended the rollback early. */
  readonly endedBy?: EndedBy
}

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

/** The state before the first event. */
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

/** The state of a snapshot; fields that an earlier version of Heddle did not write get their initial values. */
export function fromSnapshot(snapshot: RunState | null): RunState {
  return { ...initialState(), ...snapshot }
}

/** A step named `toString` must not be found on the prototype. */
export function stepState(state: Pick<RunState, 'steps'>, step: string): StepState | undefined {
  return Object.hasOwn(state.steps, step) ? state.steps[step] : undefined
}

/** The visit that the current compensation undoes. */
export function undoOf(state: RunState, { step, iteration }: Undoing): Undo {
  return state.undo.find((undo) => undo.step === step && undo.iteration === iteration) as Undo
}
