/**
 * Bounds of the calls of HEDDLE_ON_FAILURE: how many at once, the time limit of one, the retry intervals, and the age
 * after which a call is dropped. Durations are milliseconds.
 */
export const failureCallLimits = {
  atOnce: 4,
  timeoutMs: 10_000,
  lookEveryMs: 1_000,
  retryFirstMs: 1_000,
  retryLongestMs: 600_000,
  giveUpAfterMs: 24 * 3_600_000,
  /** Rows of the log that one statement reads. */
  pageRows: 5_000,
} as const
