import type { Phase } from '#core/run/statuses.ts'

/**
 * The words for a phase: what its effects outside are, and whether an operator has acknowledged it. Null where the
 * status says as much.
 */
export function phaseWords(phase: Phase): string | null {
  return words[phase] ?? null
}

const isSafe = 'no side effects are left'
const isUnsafe = 'some side effects were not rolled back'
const isSeen = 'acknowledged'

const words: Partial<Record<Phase, string>> = {
  ERROR: 'a step failed after all retries',
  ROLLBACK: 'completed steps are being rolled back',
  COMPLETED_ACK: isSeen,
  FAILED_SAFE: isSafe,
  FAILED_UNSAFE: isUnsafe,
  FAILED_SAFE_ACK: `${isSafe}; ${isSeen}`,
  FAILED_UNSAFE_ACK: `${isUnsafe}; ${isSeen}`,
}
