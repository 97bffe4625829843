/**
 * Tuning of the executor: constants of its mechanisms, which no user can hit. The bounds that a user can hit, such as the
 * memory of a thread or the time for which a step may block, are in `core/limits.ts`. Units are those of `limits`.
 */
export const tuning = {
  /** Interval of the probes that ask each thread for a sign of life. */
  probeEveryMs: 100,
  /** Time without a sign of life after which the attempts that a thread has not begun move to another thread. */
  unresponsiveAfterMs: 150,
  /**
   * Share of the time without a sign of life that may be excused by other work having the processor; the larger share
   * holds for a thread of low priority.
   */
  excusedShare: 0.75,
  excusedShareLowPriority: 0.9,
  /** Characters that a thread reads per millisecond, at least: reading its messages does not make it unresponsive. */
  readsPerMs: 20_000,
  /**
   * Interval of the looks for blocked calls. After `stuckAfterMs` the attempts behind a blocked call move to another
   * thread; after `throttleAfterMs` a call that keeps a processor busy is throttled; after `idlePriorityAfterMs` of
   * processor time without a sign of life the thread gets only processor time that nothing else wants.
   */
  lookEveryMs: 25,
  stuckAfterMs: 40,
  throttleAfterMs: 100,
  idlePriorityAfterMs: 500,
  /** Functions that a spare thread loads before it replaces another thread. */
  preparedFunctions: 100,
  /**
   * Spare threads that replace unresponsive ones, the pause between the end of a thread and the start of the next spare,
   * and the idle time after which a spare, or the shared process of the quarantine, ends.
   */
  spareThreads: 2,
  spareAfterMs: 1_000,
  spareIdleMs: 10_000,
  /**
   * CPU throttle: the target runs for `runMs` in each turn of `turnMs`, while this process's own thread is busy for at
   * least `busyShare` of the time. A thread that fills its memory runs for longer, because this ends it: throttled like
   * one that only computes, it would hold the memory for more than a minute.
   */
  throttle: { turnMs: 250, runMs: { spins: 25, fills: 60 }, busyShare: 0.05 },
  /** Growth of the process's memory, while a thread is unresponsive, that counts as filling the memory. */
  memoryGrowthBytes: 128 * 1024 * 1024,
  /**
   * First calls of each function that a thread records, how long the records of dead engines are kept, and the shortest
   * time between two reads of them.
   */
  recordedCalls: 100,
  lastCallsKeptMs: 3_600_000,
  lastCallsReadMs: 1_000,
  /** Processes of the quarantine that each run one attempt alone. */
  exclusiveProcesses: 2,
  /** Delay before the secrets of an owner are read again that could not be read. */
  secretsRetryMs: 1_000,
  /** Log lines of one owner that wait for its secrets, so that they can be redacted; further ones are dropped. */
  linesAwaitingSecrets: 1_000,
  /** How long a function waits for the database before `context.secret()` throws. */
  secretsWaitMs: 15_000,
  /** Delay before the next try after an isolated process could not be started. */
  processRetryMs: 1_000,
  /**
   * Values that a thread caches, and those that one call refers to: a value of the call must not be evicted to make room
   * for another one.
   */
  cachedValues: 16,
  cachedValuesPerCall: 8,
  /**
   * Adaptive wait for the answer of another thread: longer than that thread needs to wake and do a little work; and the
   * most waits that are skipped after waits in vain.
   */
  waitMs: 0.2,
  /** Access tokens that a process holds, how long before its end a token is renewed, and the life of one that says none. */
  accessTokensHeld: 1_000,
  tokenEarlyMs: 60_000,
  tokenLifeMs: 3_600_000,
  /** Time for each part of a conversation with a mail server, for a login at a database, and for the test of a connection. */
  mailTimeoutMs: 30_000,
  databaseConnectMs: 10_000,
  /** How long after its own time limit the answer of a database is awaited. */
  databaseAnswerMs: 5_000,
  connectionTestMs: 15_000,
  skippedWaits: 64,
} as const
