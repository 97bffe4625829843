/**
 * Tuning of the workers: constants of their mechanisms, which no user can hit. The bounds that a user can hit are in
 * `core/limits.ts`. Units are those of `limits`.
 */
export const workerTuning = {
  /** Longest interval of the looks for tasks. */
  pollIdleMs: 1_000,
  /** Back-off after the database did not accept a result. */
  retryMs: 1_000,
  /** Lost tasks that one scan handles. */
  scanBatch: 500,
} as const
