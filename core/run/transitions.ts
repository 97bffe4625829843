import { phasesAfter } from './envelope/arrows.ts'
import { type Phase, type PublicStatus, phases, type Status, statuses, type TaskState } from './statuses.ts'

/**
 * The allowed transitions, view by view. The live status is computed from the open steps, so any live status may follow
 * any other; COMPLETED and FAILED_ROLLED_BACK never change again.
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
  /** An operator rolls back what a cancelled run with an envelope has left. */
  CANCELLED: ['ACTIVE'],
}

/** The phases that follow each phase: the diagram of neops and the named extensions (envelope/arrows.ts). */
export const phaseTransitions = Object.fromEntries(
  phases.map((from) => [from, phasesAfter(from)]),
) as unknown as Record<Phase, readonly Phase[]>

const livePublic = ['running', 'paused', 'waiting'] as const
const endedPublic = ['completed', 'failed', 'cancelled'] as const

export const publicTransitions: Record<PublicStatus, readonly PublicStatus[]> = {
  pending: [...livePublic, 'failed', 'cancelled'],
  running: ['paused', 'waiting', ...endedPublic],
  /** Nothing starts while held, and a run does not complete. */
  paused: ['running', 'waiting', 'failed', 'cancelled'],
  waiting: ['running', 'paused', ...endedPublic],
  completed: [],
  failed: ['running', 'pending'],
  cancelled: ['running', 'pending'],
}

export const taskTransitions: Record<TaskState, readonly TaskState[]> = {
  queued: ['leased', 'blocked', 'failed'],
  leased: ['blocked', 'succeeded', 'failed'],
  blocked: ['queued', 'leased', 'succeeded', 'failed'],
  succeeded: [],
  failed: ['queued', 'leased'],
}
