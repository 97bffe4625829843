import type { Phase } from '#core/run/statuses.ts'

/**
 * The words for a phase: what its effects outside are, and whether an operator has acknowledged it. Null where the
 * status says as much.
 */
export function phaseWords(phase: Phase): string | null {
  return words[phase] ?? null
}

const isSafe = 'nothing that its steps did outside is left'
const isUnsafe = 'what its steps may have done outside was not all undone'
const isSeen = 'somebody has acknowledged it'

const words: Partial<Record<Phase, string>> = {
  ERROR: 'a step has failed for good',
  ROLLBACK: 'what its steps did is being undone',
  COMPLETED_ACK: isSeen,
  FAILED_SAFE: isSafe,
  FAILED_UNSAFE: isUnsafe,
  FAILED_SAFE_ACK: `${isSafe}; ${isSeen}`,
  FAILED_UNSAFE_ACK: `${isUnsafe}; ${isSeen}`,
}
