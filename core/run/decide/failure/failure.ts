import { shortened } from '#core/clean-text.ts'
import { limits } from '#core/limits.ts'
import type { RunError } from '../../words.ts'

/** Why an attempt failed. `retryable`: another attempt may end better; the step's policy then says how often. */
export interface Failure {
  readonly error: RunError
  readonly retryable: boolean
  /** The outside cause of the failure, which the run's status names. */
  readonly cause?: 'child' | 'worker_crash'
  /** The step is no longer awaited, and may have had effects. */
  readonly abandoned?: boolean
  /** Minimum delay before another attempt, in milliseconds. */
  readonly retryAfterMs?: number
}

/** The failures that Heddle itself finds. */
export type FailureCode =
  | 'ABANDONED'
  | 'AI_BUDGET_EXCEEDED'
  | 'AI_TURNS_EXCEEDED'
  | 'CHILD_FAILED'
  | 'DEPTH_EXCEEDED'
  | 'DESCENDANTS_LIMIT'
  | 'DIRECTIVE_NOT_ALLOWED'
  | 'INTERRUPTED'
  | 'JUMP_NOT_ALLOWED'
  | 'LOOP_LIMIT'
  | 'MAX_VISITS'
  | 'MERGE_CONFLICT'
  | 'NOBODY_ASKED'
  | 'NO_ROUTE'
  | 'OUTPUT_KEY_REQUIRED'
  | 'RESULT_TOO_LARGE'
  | 'RESULT_UNUSABLE'
  | 'STATE_PATH_INVALID'
  | 'STEP_TYPE_UNKNOWN'
  | 'TIMEOUT'
  | 'WAIT_INVALID'

/** A failure that another attempt would only repeat. */
export function finalFailure(code: FailureCode, message: string): Failure {
  return { error: { code, message }, retryable: false }
}

/** The stored form of an error: bounded, clean, and with the step's name. */
export function boundedError(error: RunError, step: string): RunError {
  const { code, message, stack } = error
  return {
    code: bounded(code, limits.run.errorCodeBytes),
    message: bounded(message, limits.run.errorMessageBytes),
    ...(stack !== undefined && { stack: bounded(stack, limits.run.errorStackBytes) }),
    step,
  }
}

/** A UTF-16 unit takes at most three bytes of UTF-8. */
function bounded(text: string, bytes: number): string {
  return shortened(text, Math.floor(bytes / 3))
}
