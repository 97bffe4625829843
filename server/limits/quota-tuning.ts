/** How often the active runs of an owner are counted, and of how many owners the counts are kept. */
export const quotaTuning = {
  recountMs: 60_000,
  recountAtBoundMs: 1_000,
  ownersKept: 10_000,
  /** After a refusal because of active runs: nobody knows when the next one ends. */
  retryAfterSeconds: 10,
} as const
