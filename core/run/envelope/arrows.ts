import type { PhaseEventWord, PhaseResult } from '../events/envelope-event.ts'
import type { Phase } from '../statuses.ts'

/** An arrow of the phase diagram: its two phases, the word of its event, and the attribute of the event. */
export interface Arrow {
  readonly from: Phase
  readonly to: Phase
  readonly event: PhaseEventWord
  readonly result?: PhaseResult
  /** Why the arrow is there although the diagram of neops does not have it. */
  readonly extension?: string
}

/** The 24 arrows of neops, over 23 pairs of phases (docs/lifecycle.md). */
export const diagram: readonly Arrow[] = [
  { from: 'NEW', to: 'VALID', event: 'Validate', result: 'valid' },
  { from: 'NEW', to: 'FAILED_SAFE', event: 'Validate', result: 'invalid' },
  { from: 'VALID', to: 'READY', event: 'Conditions', result: 'true' },
  { from: 'VALID', to: 'BLOCKED_WAITING', event: 'Conditions', result: 'false' },
  { from: 'BLOCKED_WAITING', to: 'READY', event: 'Conditions', result: 'true' },
  { from: 'READY', to: 'RESOURCE_DISCOVERY', event: 'Discover' },
  { from: 'RESOURCE_DISCOVERY', to: 'RESOURCES_DISCOVERED', event: 'Discovered', result: 'resources' },
  { from: 'RESOURCE_DISCOVERY', to: 'FAILED_SAFE', event: 'Discovered', result: 'error' },
  { from: 'RESOURCES_DISCOVERED', to: 'SCHEDULED', event: 'Lock' },
  { from: 'SCHEDULED', to: 'LOCKING', event: 'Lock' },
  { from: 'LOCKING', to: 'LOCKED', event: 'Run' },
  { from: 'LOCKING', to: 'SCHEDULED', event: 'Unlock', result: 'error' },
  { from: 'LOCKED', to: 'RUNNING', event: 'Run' },
  { from: 'RUNNING', to: 'COMPLETED', event: 'success' },
  { from: 'RUNNING', to: 'ERROR', event: 'error' },
  { from: 'RUNNING', to: 'ERROR', event: 'timeout' },
  { from: 'ERROR', to: 'ROLLBACK', event: 'canRollback', result: 'yes' },
  { from: 'ERROR', to: 'FAILED_UNSAFE', event: 'canRollback', result: 'no' },
  { from: 'ROLLBACK', to: 'FAILED_SAFE', event: 'success', result: 'yes' },
  { from: 'ROLLBACK', to: 'FAILED_UNSAFE', event: 'success', result: 'no' },
  { from: 'FAILED_UNSAFE', to: 'FAILED_SAFE', event: 'Rollback', result: 'success' },
  { from: 'COMPLETED', to: 'COMPLETED_ACK', event: 'Acknowledge' },
  { from: 'FAILED_SAFE', to: 'FAILED_SAFE_ACK', event: 'Acknowledge' },
  { from: 'FAILED_UNSAFE', to: 'FAILED_UNSAFE_ACK', event: 'Acknowledge' },
]

/** Phases in which a run waits before its first step; a run passes the others within one decision. */
const waiting = ['NEW', 'VALID', 'BLOCKED_WAITING', 'READY', 'RESOURCE_DISCOVERY', 'SCHEDULED', 'LOCKED'] as const

/** Phases before the steps that a retry goes through. */
const afterRetry: readonly Phase[] = ['READY', 'RESOURCE_DISCOVERY', 'SCHEDULED', 'LOCKING', 'LOCKED']

const cancelled = waiting.map((from): Arrow => {
  return { from, to: 'FAILED_SAFE', event: 'Cancel', extension: 'A run is cancelled before its first step.' }
})

const deadlines = (['BLOCKED_WAITING', 'RESOURCE_DISCOVERY', 'SCHEDULED'] as const).map((from): Arrow => {
  return { from, to: 'FAILED_SAFE', event: 'timeout', extension: 'A wait before the first step has a time limit.' }
})

const unlockable = (['LOCKING', 'LOCKED'] as const).map((from): Arrow => {
  const extension =
    'Locks are refused for good (LOCK_ORDER, LOCK_UPGRADE), or one is taken away before the first step (LOCK_LOST).'
  return { from, to: 'FAILED_SAFE', event: 'Unlock', result: 'error', extension }
})

/** The ends before the steps of a run that was retried, where an earlier attempt has left effects. */
const unsafeBeforeRunning = [...diagram, ...cancelled, ...deadlines, ...unlockable]
  .filter(({ from, to }) => to === 'FAILED_SAFE' && afterRetry.includes(from))
  .map((arrow): Arrow => {
    const extension = 'A retried run ends before its steps, and an earlier attempt has left effects.'
    return { ...arrow, to: 'FAILED_UNSAFE', extension }
  })

/** Arrows of Heddle that the diagram does not have. */
export const extensions: readonly Arrow[] = [
  ...cancelled,
  ...deadlines,
  ...unlockable,
  ...unsafeBeforeRunning,
  {
    from: 'BLOCKED_WAITING',
    to: 'FAILED_SAFE',
    event: 'Conditions',
    result: 'error',
    extension: 'A condition fails with one error again and again.',
  },
  { from: 'FAILED_SAFE', to: 'READY', event: 'Retry', extension: 'A retry discovers and locks again.' },
  { from: 'FAILED_UNSAFE', to: 'READY', event: 'Retry', extension: 'A retry discovers and locks again.' },
]

export const arrows: readonly Arrow[] = [...diagram, ...extensions]

/** Whether the change of phase is an arrow of the diagram or a named extension, with its word and attribute. */
export function isArrow({ from, to, event, result }: Pick<Arrow, 'from' | 'to' | 'event' | 'result'>): boolean {
  return arrows.some((arrow) => {
    const isPair = arrow.from === from && arrow.to === to && arrow.event === event
    // The attribute of an acknowledgement says who acknowledged.
    return isPair && (arrow.result === result || event === 'Acknowledge')
  })
}

/** The phases that may follow each phase. */
export function phasesAfter(from: Phase): readonly Phase[] {
  return [...new Set(arrows.filter((arrow) => arrow.from === from).map(({ to }) => to))]
}
