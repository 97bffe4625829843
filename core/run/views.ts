import type { Json } from '#core/json.ts'
import type { CodeState } from './code/code-state.ts'
import type { CommandType } from './command.ts'
import type { Fan, Flying } from './fan.ts'
import type { RunState } from './state.ts'
import type { Phase, PublicStatus, Status, TaskState } from './statuses.ts'
import type { Approval, OpenStep } from './step-state.ts'
import type { HumanTaskSpec, HumanWaits, RunError } from './words.ts'

/**
 * The four views of one log (docs/lifecycle.md), as one table. A run is in exactly one situation. The situation
 * determines its public status and its task state, and the allowed words of status and phase. Transitions:
 * transitions.ts.
 */

export interface Views {
  readonly status: Status
  readonly phase: Phase
  readonly publicStatus: PublicStatus
  readonly taskState: TaskState
}

export const liveStatuses = [
  'ACTIVE',
  'PENDING_ASYNC',
  'WAITING_HUMAN_INPUT',
  'PENDING_SUB_WORKFLOW',
  'WAITING_CHILD_HUMAN_INPUT',
] as const satisfies readonly Status[]

export const phasesBeforeRunning = [
  'NEW',
  'VALID',
  'BLOCKED_WAITING',
  'READY',
  'RESOURCE_DISCOVERY',
  'RESOURCES_DISCOVERED',
  'SCHEDULED',
  'LOCKING',
  'LOCKED',
] as const satisfies readonly Phase[]

const failedPhases = ['FAILED_SAFE', 'FAILED_UNSAFE', 'FAILED_SAFE_ACK', 'FAILED_UNSAFE_ACK'] as const

interface Row {
  readonly statuses: readonly Status[]
  readonly phases: readonly Phase[]
  readonly publicStatus: PublicStatus
  readonly taskState: TaskState
}

/**
 * The table of views. `accepted` and `queueing` come before `held`: a run that has not started is pending, held or not.
 */
export const viewTable = {
  accepted: { statuses: ['ACTIVE'], phases: phasesBeforeRunning, publicStatus: 'pending', taskState: 'queued' },
  queueing: {
    statuses: ['ACTIVE'],
    phases: ['BLOCKED_WAITING', 'SCHEDULED'],
    publicStatus: 'pending',
    taskState: 'blocked',
  },
  held: { statuses: liveStatuses, phases: ['RUNNING'], publicStatus: 'paused', taskState: 'blocked' },
  compensating: {
    statuses: liveStatuses,
    phases: ['ERROR', 'ROLLBACK', 'FAILED_UNSAFE'],
    publicStatus: 'running',
    taskState: 'leased',
  },
  active: { statuses: ['ACTIVE'], phases: ['RUNNING'], publicStatus: 'running', taskState: 'leased' },
  pending: {
    statuses: ['PENDING_ASYNC', 'PENDING_SUB_WORKFLOW'],
    phases: ['RUNNING'],
    publicStatus: 'running',
    taskState: 'blocked',
  },
  waiting: {
    statuses: ['WAITING_HUMAN_INPUT', 'WAITING_CHILD_HUMAN_INPUT'],
    phases: ['RUNNING'],
    publicStatus: 'waiting',
    taskState: 'blocked',
  },
  completed: {
    statuses: ['COMPLETED'],
    phases: ['COMPLETED', 'COMPLETED_ACK'],
    publicStatus: 'completed',
    taskState: 'succeeded',
  },
  failed_fast: { statuses: ['FAILED'], phases: failedPhases, publicStatus: 'cancelled', taskState: 'failed' },
  failed: {
    statuses: ['FAILED', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW', 'FAILED_ROLLED_BACK'],
    phases: failedPhases,
    publicStatus: 'failed',
    taskState: 'failed',
  },
  cancelled: { statuses: ['CANCELLED'], phases: failedPhases, publicStatus: 'cancelled', taskState: 'failed' },
} as const satisfies Record<string, Row>

export type LifecycleState = keyof typeof viewTable

export function viewsOf(state: RunState): Views {
  const status = statusOf(state)
  const { publicStatus, taskState } = viewTable[lifecycleStateOf(state, status)]
  return { status, phase: state.phase, publicStatus, taskState }
}

export function lifecycleStateOf(state: RunState, status: Status = statusOf(state)): LifecycleState {
  if (state.outcome !== null) {
    if (status === 'COMPLETED') return 'completed'
    if (status === 'CANCELLED') return 'cancelled'
    // What ended before its first step had nothing to stop.
    const isStopped = status === 'FAILED' && state.header.fail_fast && state.startedAt !== null
    return isStopped ? 'failed_fast' : 'failed'
  }
  if (!hasStarted(state)) return isQueueing(state) ? 'queueing' : 'accepted'
  if (state.rollback !== null || state.phase === 'ERROR' || state.phase === 'ROLLBACK') return 'compensating'
  if (state.hold !== null) return 'held'
  if (status === 'ACTIVE') return 'active'
  return isWaiting(status) ? 'waiting' : 'pending'
}

/** Whether the steps have begun; a retry of a run with an envelope goes through its stages first. */
export function hasStarted({ startedAt, phase }: Pick<RunState, 'startedAt' | 'phase'>): boolean {
  return startedAt !== null && !(phasesBeforeRunning as readonly Phase[]).includes(phase)
}

/** Whether the run waits for its conditions or its locks, in no engine's memory. */
function isQueueing({ phase, envelope }: RunState): boolean {
  return envelope !== undefined && (phase === 'BLOCKED_WAITING' || phase === 'SCHEDULED')
}

export type PhaseSeverity = 'good' | 'warning' | 'bad'

export const phaseSeverities = ['good', 'warning', 'bad'] as const satisfies readonly PhaseSeverity[]

const severities: Partial<Record<Phase, PhaseSeverity>> = {
  ERROR: 'warning',
  ROLLBACK: 'warning',
  FAILED_SAFE: 'warning',
  FAILED_SAFE_ACK: 'warning',
  FAILED_UNSAFE: 'bad',
  FAILED_UNSAFE_ACK: 'bad',
}

/** How good a phase is: `bad` where the world may be unsafe. */
export function severityOf(phase: Phase): PhaseSeverity {
  return severities[phase] ?? 'good'
}

const outcomePhases: readonly Phase[] = ['COMPLETED', 'FAILED_SAFE', 'FAILED_UNSAFE']
const closedPhases: readonly Phase[] = ['COMPLETED_ACK', 'FAILED_SAFE_ACK', 'FAILED_UNSAFE_ACK']

/** Whether the run has an outcome, acknowledged or not. */
export function isOutcomePhase(phase: Phase): boolean {
  return outcomePhases.includes(phase) || closedPhases.includes(phase)
}

/** Whether the outcome is acknowledged: the run is done with. */
export function isClosedPhase(phase: Phase): boolean {
  return closedPhases.includes(phase)
}

/** The status of the outcome, or the most pressing wait of the open steps once nothing executes. */
export function statusOf(state: RunState): Status {
  if (state.outcome !== null) return state.outcome.status
  if (state.rollback !== null) return state.rollback.status
  if (state.code !== undefined) return statusOfCode(state, state.code)
  let status: LiveStatus | null = null
  for (const step of openSteps(state)) {
    const own = statusOfStep(step, state)
    if (own === null) continue
    if (status === null || pressure[own] > pressure[status]) status = own
  }
  return status ?? 'ACTIVE'
}

/**
 * The status of a run of code: active while the body runs or has news; then what its commands wait for, people first. A
 * body that has no command open waits for a signal or a condition.
 */
function statusOfCode(state: RunState, code: CodeState): Status {
  if (!hasStarted(state) || code.news.length > 0 || code.again) return 'ACTIVE'
  let status: LiveStatus | null = null
  for (const step of openSteps(state)) {
    const own = step.status === 'running' ? 'PENDING_ASYNC' : statusOfStep(step, state)
    if (own !== null && (status === null || pressure[own] > pressure[status])) status = own
  }
  return status ?? 'WAITING_HUMAN_INPUT'
}

type LiveStatus = (typeof liveStatuses)[number]

const pressure: Record<LiveStatus, number> = {
  ACTIVE: 5,
  WAITING_HUMAN_INPUT: 4,
  WAITING_CHILD_HUMAN_INPUT: 3,
  PENDING_ASYNC: 2,
  PENDING_SUB_WORKFLOW: 1,
}

function statusOfStep(step: OpenStep, state: RunState): LiveStatus | null {
  switch (step.status) {
    case 'running':
      return step.queue === undefined ? 'ACTIVE' : 'PENDING_ASYNC'
    case 'waiting_person':
    case 'waiting_signal':
      return 'WAITING_HUMAN_INPUT'
    case 'backing_off':
    case 'waiting_time':
      return 'PENDING_ASYNC'
    case 'waiting_child':
      return statusOfChild(state, step.childRunId)
    case 'fanned_out':
      return statusOfFan(step.fan, state)
    case 'looping':
      // The steps of the body give the status of the loop.
      return step.resting === undefined ? null : 'PENDING_ASYNC'
  }
}

/**
 * The status of a wait for a child. Waits for people show at the root; runs in between stay PENDING_SUB_WORKFLOW
 * (docs/lifecycle.md).
 */
function statusOfChild(state: RunState, childRunId: string): LiveStatus {
  const waits = state.children[childRunId]?.waits.count ?? 0
  return waits > 0 && state.header.parent === undefined ? 'WAITING_CHILD_HUMAN_INPUT' : 'PENDING_SUB_WORKFLOW'
}

/** The most pressing status of the items. */
function statusOfFan({ flight }: Fan, state: RunState): LiveStatus | null {
  let status: LiveStatus | null = null
  for (const flying of flight) {
    // The step of the item is open itself, and gives the status.
    if (flying.status === 'in_step') continue
    const own =
      flying.status === 'waiting_child' ? statusOfChild(state, flying.childRunId) : statusOfItem[flying.status]
    if (own === 'ACTIVE') return own
    if (status === null || pressure[own] > pressure[status]) status = own
  }
  return status ?? (flight.length > 0 ? null : 'ACTIVE')
}

const statusOfItem = {
  running: 'ACTIVE',
  backing_off: 'PENDING_ASYNC',
  waiting_person: 'WAITING_HUMAN_INPUT',
} as const satisfies Partial<Record<Flying['status'], LiveStatus>>

export function isEnded(status: string): boolean {
  return !(liveStatuses as readonly string[]).includes(status)
}

/** Whether the status is a wait for a person, in this run or below. */
export function isWaiting(status: string): boolean {
  return status === 'WAITING_HUMAN_INPUT' || status === 'WAITING_CHILD_HUMAN_INPUT'
}

/** Names of the steps in flight, in the order in which they started. */
export function currentSteps(state: RunState): readonly string[] {
  return state.open
}

export function openSteps(state: RunState): readonly OpenStep[] {
  return state.open.map((name) => state.steps[name] as OpenStep)
}

/** Whether the step only waits for the steps within it: in manual drive these start by hand. */
export function isIdleContainer(step: OpenStep): boolean {
  if (step.status === 'looping') return true
  return step.status === 'fanned_out' && step.fan.flight.every(({ status }) => status === 'in_step')
}

export interface OpenTask {
  readonly step: string
  readonly iteration: number
  readonly item?: number
  readonly task: HumanTaskSpec
  readonly since: number
  readonly result?: Json
  readonly approvals?: readonly Approval[]
  readonly escalatedTo?: string
}

/** The open waits for people of this run itself. */
export function openTasks(state: RunState): readonly OpenTask[] {
  return state.open.flatMap((name): readonly OpenTask[] => {
    const step = state.steps[name] as OpenStep
    if (step.status === 'waiting_person') return [{ ...step, step: name }]
    if (step.status !== 'fanned_out') return []
    const { iteration, fan } = step
    return fan.flight.flatMap((flying) =>
      flying.status === 'waiting_person' ? [{ ...flying, step: name, iteration }] : [],
    )
  })
}

/** Whether a step is in the queue of workers, or with one of them. */
export function isWithWorkers(state: RunState): boolean {
  return state.open.some((name) => {
    const step = state.steps[name] as OpenStep
    return step.status === 'running' && step.queue !== undefined
  })
}

function taskWait({ step, since, task }: OpenTask) {
  return { step, since, task_id: task.task_id }
}

/** The open waits for signals, which count like waits for people; they have no task, and so an id of their own. */
export function openSignals(state: RunState) {
  return [...signalOfCode(state), ...stepSignals(state)]
}

/** The wait of a body for a signal or a condition, when it waits for nothing else. */
function signalOfCode(state: RunState) {
  const { code, outcome } = state
  if (code === undefined || outcome !== null || state.open.length > 0) return []
  if (statusOf(state) !== 'WAITING_HUMAN_INPUT') return []
  const { since = state.at, reason: signal = 'signal' } = code.blocked ?? {}
  return [{ step: 'condition', since, signal, task_id: `${signalPrefix}condition:${code.task}` }]
}

function stepSignals(state: RunState) {
  return state.open.flatMap((step) => {
    const now = state.steps[step] as OpenStep
    if (now.status !== 'waiting_signal') return []
    const { since, signal, iteration } = now
    return [{ step, since, signal, task_id: `${signalPrefix}${step}:${iteration}` }]
  })
}

/** Whether a condition of the envelope waits for a signal. */
function awaitsSignal({ phase, envelope }: RunState): boolean {
  const conditions = phase === 'BLOCKED_WAITING' ? (envelope?.conditions ?? []) : []
  return conditions.some(({ value, signal }) => !value && signal !== undefined)
}

const signalPrefix = 'signal:'

/** Whether the wait is for a signal, not for a person. */
export const isForSignal = ({ task_id }: Pick<Wait, 'task_id'>): boolean => task_id.startsWith(signalPrefix)

/** The open waits for people at or below this run: the oldest, and how many. */
export function humanWaits(state: RunState): HumanWaits {
  let count = 0
  let oldest: HumanWaits['oldest']
  const { run_id, workflow } = state.header
  for (const { step, since, task_id } of [...openTasks(state).map(taskWait), ...openSignals(state)]) {
    count += 1
    const own = { run_id, task_id, step, workflow, since }
    if (oldest === undefined || isOlder(own, oldest)) oldest = own
  }
  if (state.outcome === null) {
    for (const child of Object.values(state.children)) {
      if (child.dropped) continue
      count += child.waits.count
      const below = child.waits.oldest
      if (below !== undefined && (oldest === undefined || isOlder(below, oldest))) oldest = below
    }
  }
  return oldest === undefined ? { count } : { count, oldest }
}

type Wait = NonNullable<HumanWaits['oldest']>

/** Whether one wait is older; the smaller id decides a tie, because the answer must not depend on the order of keys. */
function isOlder(a: Wait, b: Wait): boolean {
  return a.since === b.since ? a.task_id < b.task_id : a.since < b.since
}

/** The error of a run that ended badly; null for a live run and a good end. */
export function runError(state: RunState): RunError | null {
  return state.outcome?.error ?? null
}

/**
 * Operators' verbs that the run would accept now; `cancel` during a rollback needs `force`. `decide` has the last word,
 * because it also sees the definition.
 */
export function allowedVerbs(state: RunState): readonly CommandType[] {
  const { outcome, hold, header } = state
  if (outcome !== null) {
    if (state.acknowledged) return []
    if (header.envelope) return verbsOfEnvelope(state, outcome.status)
    const verbs: readonly CommandType[] = isRetryable(outcome.status) ? ['retry', 'acknowledge'] : ['acknowledge']
    return outcome.status === 'FAILED' && state.undo.length > 0 ? ['rollback', ...verbs] : verbs
  }
  if (state.rollback !== null) return ['cancel']
  const verbs: CommandType[] = []
  if (hold !== null || openTasks(state).length > 0) verbs.push('resume')
  if (header.drive === 'manual' && hold === null && hasStarted(state) && statusOf(state) === 'ACTIVE') {
    if (openSteps(state).every(isIdleContainer)) verbs.push('next_step')
  }
  if (hold === null) verbs.push('pause')
  if (state.code !== undefined || openSignals(state).length > 0 || awaitsSignal(state)) verbs.push('signal')
  verbs.push('cancel')
  return verbs
}

/** The verbs on an ended run with an envelope: a rollback as long as the world is unsafe. */
function verbsOfEnvelope({ phase }: RunState, status: Status): readonly CommandType[] {
  const verbs: readonly CommandType[] = isRetryable(status) ? ['retry', 'acknowledge'] : ['acknowledge']
  return phase === 'FAILED_UNSAFE' ? ['rollback', ...verbs] : verbs
}

/** Statuses from which a retry continues a failed run; a run that was rolled back is not among them. */
export const retryableStatuses: readonly string[] = ['FAILED', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW']

export function isRetryable(status: string): boolean {
  return retryableStatuses.includes(status)
}
