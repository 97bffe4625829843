/** What came of one check. */
export interface Checked {
  readonly invariant: number
  readonly what: string
  /** How many rows were looked at. */
  readonly rows: number
  /** Ids of runs, names of definitions, or places in the audit. */
  readonly culprits: readonly string[]
}

/** What a database has been through: a check that finds nothing says little where nothing has happened. */
export interface Tally {
  readonly runs: number
  readonly completed: number
  readonly failed: number
  readonly compensations: number
  /** Attempts that were under way when their run was taken over. */
  readonly interrupted: number
  /** Ownership records after the first. */
  readonly takeovers: number
  readonly timersFired: number
}
