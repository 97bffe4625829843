/** The pace of the erasure of names. */
export const erasureTuning = {
  /** Runs of one transaction: their rows of state are locked meanwhile. */
  batchRuns: 50,
  /** Whole rounds over the runs of an owner: the second one finds what requests under way had still written. */
  rounds: 2,
  lookEveryMs: 5_000,
  betweenBatchesMs: 20,
} as const
