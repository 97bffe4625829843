import type { Phase } from './statuses.ts'
import type { PhaseSeverity } from './views/phases.ts'

const words: { readonly [Name in Phase]: string } = {
  NEW: 'New',
  VALID: 'Valid',
  BLOCKED_WAITING: 'Blocked',
  READY: 'Ready',
  RESOURCE_DISCOVERY: 'Discovering',
  RESOURCES_DISCOVERED: 'Discovered',
  SCHEDULED: 'Scheduled',
  LOCKING: 'Locking',
  LOCKED: 'Locked',
  RUNNING: 'Running',
  ERROR: 'Error',
  ROLLBACK: 'Rollback',
  COMPLETED: 'Completed',
  FAILED_SAFE: 'Failed, safe',
  FAILED_UNSAFE: 'Failed, unsafe',
  COMPLETED_ACK: 'Done, closed',
  FAILED_SAFE_ACK: 'Safe, closed',
  FAILED_UNSAFE_ACK: 'Unsafe, closed',
}

/** A phase in human words, for all pages. */
export function phaseWord(phase: Phase): string {
  return words[phase]
}

const severityWords: { readonly [Severity in PhaseSeverity]: string } = {
  good: 'Good',
  warning: 'Warning',
  bad: 'Unsafe',
}

/** The severity of a phase in a word. */
export function severityWord(severity: PhaseSeverity): string {
  return severityWords[severity]
}
