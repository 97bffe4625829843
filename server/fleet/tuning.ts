/** Tuning of what the processes of an installation say about themselves. */
export const fleetTuning = {
  /** How often a process renews its row, and after how long without it the row counts as gone. */
  renewMs: 15_000,
  goneMs: 50_000,
  /** A clock that differs by more than this from that of the database is reported. */
  clockOffMs: 5_000,
  /** The database gets at most one question about readiness in this time. */
  readinessKeptMs: 500,
  /** How often a process that cannot start yet looks again. */
  waitMs: 1_000,
  /** Other processes that a process looks at. */
  mostOthers: 200,
} as const
