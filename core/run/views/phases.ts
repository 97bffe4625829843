import type { RunState } from '../state.ts'
import type { Phase } from '../statuses.ts'

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

/** Whether the steps have begun; a retry of a run with an envelope goes through its stages first. */
export function hasStarted({ startedAt, phase }: Pick<RunState, 'startedAt' | 'phase'>): boolean {
  return startedAt !== null && !(phasesBeforeRunning as readonly Phase[]).includes(phase)
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
