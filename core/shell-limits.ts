/**
 * Bounds of the engine, the database and the background work of the server: part of `limits`, under the same names. The
 * units are those of `limits`.
 */
export const shellLimits = {
  /**
   * Time limits of the database. The server cancels a statement before its client gives up, so that a retry does not
   * meet a statement that still runs.
   */
  database: {
    connectMs: 5_000,
    statementMs: 10_000,
    answerMs: 15_000,
    /** Idle time of a connection after which TCP keep-alive starts. */
    keepAliveMs: 10_000,
    /**
     * The same limits for requests that a person waits for at a screen. Their connection may take longer than that of an
     * engine, which another engine replaces: a request that gives up is lost work of the person.
     */
    requestConnectMs: 10_000,
    requestStatementMs: 5_000,
    requestAnswerMs: 8_000,
    /** The `Retry-After` that a caller receives. */
    retryAfterSeconds: 2,
  },
  engine: {
    cancelGraceMs: 5_000,
    /** Interruptions after which a step that ends or blocks its thread fails as STEP_QUARANTINED. */
    interruptions: 3,
    /**
     * How long the thread of a step may block before it is ended: among others, alone in a process of its own, and alone
     * where the time limit of the step is longer.
     */
    hostBlockedMs: 2_000,
    hostBlockedAloneMs: 10_000,
    hostBlockedLongestMs: 60_000,
    /** Memory that a function thread may hold, in its heap and outside of it. */
    hostHeapBytes: 1_024 * 1024 * 1024,
    hostBuffersBytes: 1_024 * 1024 * 1024,
    /**
     * Back-off before a step is called again that has ended its thread or process, and before its last attempt:
     * recovery from such an end takes processor time from other runs.
     */
    quarantineBackOffMs: { first: 2_000, last: 8_000 },
  },
  /**
   * Watched folders of workflow and function files: the interval of looks, the files of one folder, the size of a
   * source of step functions, and the age below which a file may still be in the middle of a write.
   */
  files: {
    lookEveryMs: 1_000,
    most: 1_000,
    sourceBytes: 1024 * 1024,
    quietMs: 200,
  },
  /**
   * The search index of runs by value: the part of a value that is indexed, and the conditions of one query.
   */
  search: {
    depth: 8,
    /**
     * Leaves of an input or a state. A run with twice as many costs the index more than twice the time (2 to 6 ms from
     * 200 to 500, 15 at 1,000).
     */
    leaves: 500,
    textCharacters: 256,
    /** Characters of a failure's message, without the parts that differ from run to run. */
    shapeCharacters: 200,
    conditions: 5,
    pathKeys: 8,
    /** Different numbers of one run (by path, input and state together) that are indexed for comparisons. */
    numbers: 200,
    /** Different words of one run by which it is found, and characters of one word. */
    words: 100,
    wordCharacters: 64,
    /** The newest runs whose whole input and state are searched for a part of a text. */
    scannedRuns: 10_000,
    /** Runs that are counted for a filter; beyond, the list says "more". */
    counted: 10_000,
  },
  /** Retention of old runs: the size of a batch, and the share of time for batches. */
  retention: {
    lookEveryMs: 600_000,
    batchMs: 10,
    batchRuns: 100,
    /** The smallest batch, however slow the database is: smaller ones cost as much and remove less. */
    leastBatchRuns: 50,
    /** Ended runs that are looked at for one that is removed: others are kept for longer. */
    lookedAtPerRun: 20,
    /** The longest retention of an owner in days, and the runs that are counted before it is lowered. */
    mostDays: 36_500,
    previewedRuns: 10_000,
    /** Rows of the audit that are removed in the place of one run. */
    auditRowsPerRun: 10,
    dutyShare: 0.04,
    longestPauseMs: 250,
    /** The age at which answered commands and snapshots of finished runs are removed. */
    leftoversMs: 24 * 3_600_000,
    /** Runs that one statement removes when a person removes a run with all below it; days for which its id is known. */
    removedAtOnce: 500,
    removedKeptDays: 400,
  },
} as const
