/** Bounds of the maintenance of the index of runs. Durations are milliseconds; what is indexed is in `limits.search`. */
export const indexLimits = {
  /** Rows of the log that one statement reads. */
  pageRows: 2_000,
  /** Runs that are indexed together, and the share of time for indexing. */
  batchRuns: 50,
  dutyShare: 0.25,
  firstLookMs: 5_000,
  lookEveryMs: 500,
  /** Runs that an engine indexes as they settle: the length of the waiting list, the interval, the longest history. */
  settledRuns: 2_000,
  settledEveryMs: 100,
  settledCharacters: 64 * 1024,
} as const
