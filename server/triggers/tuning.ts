/** Constants of the mechanism that fires triggers. */
export const triggerTuning = {
  /** The longest pause between two looks: a schedule that was published or started by hand waits no longer. */
  lookEveryMs: 500,
  /** The pause after a look that found something. */
  busyMs: 5,
  schedulesPerTransaction: 500,
  firingsPerTransaction: 500,
  /** How often a firing that waits for an earlier run looks for its end. */
  waitForRunMs: 1_000,
  /** The pause between two looks at the log for ended runs, and at its present while no trigger waits for one. */
  readEveryMs: 250,
  followEveryMs: 10_000,
  /** Rows of the log that one statement reads. */
  pageRows: 2_000,
  retry: { firstMs: 1_000, longestMs: 60_000 },
  cleanEveryMs: 3_600_000,
  /** How often calls of webhooks that somebody listened for are looked through for old ones. */
  removeCallsEveryMs: 60_000,
  removedPerStatement: 10_000,
  keptDays: 90,
  connections: 3,
  answerWithinMs: 60_000,
} as const
