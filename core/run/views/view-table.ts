import type { RunState } from '../state.ts'
import type { Phase, PublicStatus, Status, TaskState } from '../statuses.ts'
import { hasStarted, phasesBeforeRunning } from './phases.ts'
import { isWaiting, liveStatuses, statusOf } from './status.ts'

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

/** Whether the run waits for its conditions or its locks, in no engine's memory. */
function isQueueing({ phase, envelope }: RunState): boolean {
  return envelope !== undefined && (phase === 'BLOCKED_WAITING' || phase === 'SCHEDULED')
}
