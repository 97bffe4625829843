import type { Phase } from '#core/run/statuses.ts'
import { runSummaryTexts } from '../../texts/run-summary.ts'

/**
 * The words for a phase: what its effects outside are, and whether an operator has acknowledged it. Null where the
 * status says as much. `isSafeToRetry`: each step that has changed something may run again without harm.
 */
export function phaseWords(phase: Phase, isSafeToRetry = false): string | null {
  const said = words[phase] ?? null
  return phase === 'FAILED_UNSAFE' && isSafeToRetry ? `${said}; ${runSummaryTexts.theirStepsAreSafe}` : said
}

const isSafe = runSummaryTexts.noSideEffectsAreLeft
const isUnsafe = runSummaryTexts.someSideEffectsWereNot
const isSeen = 'acknowledged'

const words: Partial<Record<Phase, string>> = {
  ERROR: runSummaryTexts.stepFailedAfterAllRetries,
  ROLLBACK: runSummaryTexts.completedStepsAreBeingRolled,
  COMPLETED_ACK: isSeen,
  FAILED_SAFE: isSafe,
  FAILED_UNSAFE: isUnsafe,
  FAILED_SAFE_ACK: `${isSafe}; ${isSeen}`,
  FAILED_UNSAFE_ACK: `${isUnsafe}; ${isSeen}`,
}
