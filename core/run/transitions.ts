import { type Phase, type PublicStatus, type Status, statuses, type TaskState } from './statuses.ts'

/**
 * The allowed transitions, view by view. The live status is computed from the open steps, so any live status may follow
 * any other; COMPLETED, CANCELLED and FAILED_ROLLED_BACK never change again.
 */
const fromLive = (from: Status): readonly Status[] => statuses.filter((to) => to !== from)

export const statusTransitions: Record<Status, readonly Status[]> = {
  ACTIVE: fromLive('ACTIVE'),
  PENDING_ASYNC: fromLive('PENDING_ASYNC'),
  WAITING_HUMAN_INPUT: fromLive('WAITING_HUMAN_INPUT'),
  PENDING_SUB_WORKFLOW: fromLive('PENDING_SUB_WORKFLOW'),
  WAITING_CHILD_HUMAN_INPUT: fromLive('WAITING_CHILD_HUMAN_INPUT'),
  FAILED: ['ACTIVE'],
  FAILED_WORKER_CRASH: ['ACTIVE'],
  FAILED_CHILD_WORKFLOW: ['ACTIVE'],
  COMPLETED: [],
  FAILED_ROLLED_BACK: [],
  CANCELLED: [],
}

/**
 * The transitions of neops, and three kinds that neops leaves open (docs/lifecycle.md): a run may be cancelled before
 * it runs, which is safe; a retry begins again at READY, and an operator's rollback goes through ROLLBACK.
 */
export const phaseTransitions: Record<Phase, readonly Phase[]> = {
  NEW: ['VALID', 'FAILED_SAFE'],
  VALID: ['READY', 'BLOCKED_WAITING', 'FAILED_SAFE'],
  BLOCKED_WAITING: ['READY', 'FAILED_SAFE'],
  READY: ['RESOURCE_DISCOVERY', 'FAILED_SAFE'],
  RESOURCE_DISCOVERY: ['RESOURCES_DISCOVERED', 'FAILED_SAFE'],
  RESOURCES_DISCOVERED: ['SCHEDULED', 'FAILED_SAFE'],
  SCHEDULED: ['LOCKING', 'FAILED_SAFE'],
  LOCKING: ['LOCKED', 'SCHEDULED', 'FAILED_SAFE'],
  LOCKED: ['RUNNING', 'FAILED_SAFE'],
  RUNNING: ['COMPLETED', 'ERROR'],
  ERROR: ['ROLLBACK', 'FAILED_UNSAFE'],
  ROLLBACK: ['FAILED_SAFE', 'FAILED_UNSAFE'],
  COMPLETED: ['COMPLETED_ACK'],
  FAILED_SAFE: ['FAILED_SAFE_ACK', 'READY'],
  FAILED_UNSAFE: ['FAILED_UNSAFE_ACK', 'FAILED_SAFE', 'READY', 'ROLLBACK'],
  COMPLETED_ACK: [],
  FAILED_SAFE_ACK: [],
  FAILED_UNSAFE_ACK: [],
}

const livePublic = ['running', 'paused', 'waiting'] as const
const endedPublic = ['completed', 'failed', 'cancelled'] as const

export const publicTransitions: Record<PublicStatus, readonly PublicStatus[]> = {
  pending: [...livePublic, 'failed', 'cancelled'],
  running: ['paused', 'waiting', ...endedPublic],
  /** Nothing starts while held, and a run does not complete. */
  paused: ['running', 'waiting', 'failed', 'cancelled'],
  waiting: ['running', 'paused', ...endedPublic],
  completed: [],
  failed: ['running'],
  cancelled: ['running'],
}

export const taskTransitions: Record<TaskState, readonly TaskState[]> = {
  queued: ['leased', 'blocked', 'failed'],
  leased: ['blocked', 'succeeded', 'failed'],
  blocked: ['leased', 'succeeded', 'failed'],
  succeeded: [],
  failed: ['leased'],
}
