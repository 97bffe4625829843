/** How the lock manager works; no bound that a user can hit. */
export const lockTuning = {
  /** Refusals, or milliseconds of waiting, after which the oldest request is reserved. */
  reserveAfterTries: 5,
  reserveAfterMs: 30_000,
  /** Requests that one pass looks at. */
  requestsPerPass: 200,
  /** The interval at which requests are looked at whose hint was lost. */
  scanMs: 5_000,
  /** Least interval between two letters to one waiting run about resources that its conditions read. */
  conditionsDueMs: 5_000,
  /** Runs that a refusal names. */
  blockersNamed: 5,
} as const
