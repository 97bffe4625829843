/**
 * Bounds of HEDDLE_OBSERVERS: the time limits of one call and of the start of its thread, the calls at once, the page
 * of the log that is read, and the age beyond which an event is not delivered. Durations are milliseconds.
 */
export const observerLimits = {
  lookEveryMs: 250,
  hookMs: 5_000,
  startMs: 20_000,
  atOnce: 16,
  pageRows: 200,
  pageBytes: 4_194_304,
  /** Back-off after a module failed to load, or the database did not answer. */
  retryAfterMs: 10_000,
  oldestMs: 24 * 3_600_000,
} as const
