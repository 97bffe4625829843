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
    /** The same two limits for requests that a person waits for at a screen. */
    requestStatementMs: 5_000,
    requestAnswerMs: 8_000,
    /** The `Retry-After` that a caller receives. */
    retryAfterSeconds: 2,
  },
  engine: {
    cancelGraceMs: 5_000,
    interruptions: 3,
    /**
     * Probing of function threads: the interval of probes, the silence after which the attempts of other runs move to
     * another thread, and the silence after which a thread is ended, both among others and alone in a process of its
     * own. Alone it gets, after `hostYieldsMs`, only processor time that nothing else wants.
     */
    hostProbeMs: 100,
    hostSilentMs: 150,
    /**
     * The share of a thread's silence that may be excused by other work having the processor; the larger one holds for
     * a thread of low priority.
     */
    hostExcusedShare: 0.75,
    hostExcusedYieldingShare: 0.9,
    /**
     * Characters that a function thread reads per millisecond, at least: a thread that reads its messages does not
     * count as silent.
     */
    hostReadsPerMs: 20_000,
    /**
     * How often blocked calls are looked for. After `hostStuckMs` the attempts behind a blocked call move to another
     * thread; after `hostHeldMs` a call that keeps a processor busy is throttled.
     */
    hostLookMs: 25,
    hostStuckMs: 40,
    hostHeldMs: 100,
    /** Functions that a spare thread loads before it replaces another one. */
    functionsPrepared: 100,
    hostBlockedMs: 2_000,
    hostBlockedAloneMs: 10_000,
    /** A step that runs alone may block for as long as its own time limit says, up to this. */
    hostBlockedLongestMs: 60_000,
    hostYieldsMs: 500,
    /** Memory that a function thread may hold, in its heap and outside of it. */
    hostHeapBytes: 1_024 * 1024 * 1024,
    hostBuffersBytes: 1_024 * 1024 * 1024,
    /**
     * A throttled thread runs for `runMs` in each turn of `turnMs`, while the engine's own thread is busy for at least
     * `busyShare` of the time. A thread that fills its memory runs for longer, because this ends it: throttled like one
     * that only computes, it would hold the memory for more than a minute.
     */
    heldBack: { turnMs: 250, runMs: { spins: 25, fills: 60 }, busyShare: 0.05 },
    /** A blocked thread that has allocated this much since it fell silent counts as filling its memory. */
    fillsMemoryBytes: 128 * 1024 * 1024,
    /**
     * First calls of each function that a thread records, how long the records of dead engines are kept, and the
     * shortest time between two reads of them.
     */
    callsNoted: 100,
    lastCallsKeptMs: 3_600_000,
    lastCallsReadMs: 1_000,
    /** Processes that each run one suspect function alone. */
    suspectsAlone: 2,
    /**
     * Back-off before a step is called again that has ended its thread or process, and before its last attempt:
     * recovery from such an end takes processor time from other runs.
     */
    suspectBackOffMs: { first: 2_000, last: 8_000 },
    /**
     * Spare threads that replace silent ones, the pause between the end of a thread and the start of the next spare,
     * and the idle time after which a spare ends.
     */
    spareThreads: 2,
    spareAfterMs: 1_000,
    spareIdleMs: 10_000,
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
    dutyShare: 0.04,
    longestPauseMs: 250,
    /** The age at which answered commands and snapshots of finished runs are removed. */
    leftoversMs: 24 * 3_600_000,
  },
} as const
