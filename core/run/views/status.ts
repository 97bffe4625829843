import type { CodeState } from '../code/code-state.ts'
import type { Fan, Flying } from '../fan.ts'
import type { RunState } from '../state.ts'
import type { Status } from '../statuses.ts'
import type { OpenStep } from '../step-state.ts'
import type { RunError } from '../words.ts'
import { openSteps } from './open-work.ts'
import { hasStarted } from './phases.ts'

export const liveStatuses = [
  'ACTIVE',
  'PENDING_ASYNC',
  'WAITING_HUMAN_INPUT',
  'PENDING_SUB_WORKFLOW',
  'WAITING_CHILD_HUMAN_INPUT',
] as const satisfies readonly Status[]

type LiveStatus = (typeof liveStatuses)[number]

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

/** Statuses from which a retry continues a failed run; a run that was rolled back is not among them. */
export const retryableStatuses: readonly string[] = ['FAILED', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW']

export function isRetryable(status: string): boolean {
  return retryableStatuses.includes(status)
}

/** The error of a run that ended badly; null for a live run and a good end. */
export function runError(state: RunState): RunError | null {
  return state.outcome?.error ?? null
}
