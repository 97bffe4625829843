/**
 * Tuning of the mechanisms of the engine: intervals, batches and shares that trade latency against load. A user cannot
 * hit any of them; the bounds that a user can hit are in core/limits.ts. Durations end in `Ms`, sizes in `Bytes`.
 */
export const tuning = {
  /** The group commits of an engine. */
  committer: {
    connections: 4,
    runsPerEagerFlush: 50,
    runsPerFlush: 128,
    bytesPerFlush: 1024 * 1024,
    payloadBytesPerStatement: 16 * 1024 * 1024,
  },
  leaseRenewMs: 3_000,
  /** Back-off after a failed lease renewal. */
  leaseAgainMs: 500,
  leaseMs: 10_000,
  /** How often engines look for engines whose lease has expired. */
  recoverMs: 500,
  /** Delay of that look after a lease has expired. */
  recoverAfterMs: 20,
  claimBatch: 200,
  /** Where several engines are alive, a claim takes at least this many runs, however small its share is. */
  leastShare: 16,
  /**
   * An engine that was busy at each look for `hotMs`, while another one is busy for less than `coolShare` of its time,
   * hands back `hotShare` of its runs: at most once in that time, and no run again within `movedForMs`.
   */
  hotMs: 5_000,
  coolShare: 0.5,
  hotShare: 1 / 8,
  movedForMs: 60_000,
  /** How many waiting runs a claim under a budget looks at for those that fit. */
  slotFront: 1_000,
  /** How often slots are counted anew. */
  recountSlotsMs: 30_000,
  /** How often parked runs are tried again, and how many of them at once. */
  unparkEveryMs: 600_000,
  unparkAtOnce: 1_000,
  pollBusyMs: 20,
  /** How long after a webhook is due the acknowledgement that waits for it is tried again. */
  acknowledgeAgainMs: 2_000,
  /** More than the lease of a delivery: a webhook that is due within this time may be in work, and end at any moment. */
  webhookLeaseMs: 45_000,
  /** How long overdue timers come before runs from the queue, while more timers are due than can be fired. */
  timersFirstMs: 2_000,
  pollIdleMs: 2_000,
  notifyEveryMs: 10,
  /** A woken run is hinted to the engine that had it last; all others are told this much later. */
  preferredMs: 20,
  /** Size of a hint: PostgreSQL takes at most 8,000 bytes in a notification. */
  hintBytes: 7_900,
  /**
   * A run is started eagerly only for an engine whose lease lasts at least `eagerLeaseMs` more. Hints
   * older than `eagerHintMs` are ignored.
   */
  eagerLeaseMs: 6_000,
  eagerHintMs: 60_000,
  /**
   * An engine looks for eager runs whose hint was lost: every `pollIdleMs`, plus `eagerLookMsPerRun` for each run
   * that it holds, and at least every `eagerLookMs`. One look takes at most `eagerAtOnce` runs.
   */
  eagerLookMsPerRun: 2,
  eagerLookMs: 12_000,
  eagerAtOnce: 100,
  /**
   * An engine counts the descendants that it creates per origin, and queries the exact number after every
   * `descendantsAskEvery`. It counts for at most `originsCounted` origins.
   */
  descendantsAskEvery: 1_000,
  originsCounted: 10_000,
  /**
   * Pending commands of one run that are read at once, by number and by length; the first one is read whatever its
   * length. The rest is read once these are answered.
   */
  mailAtOnce: 1_000,
  mailBytesAtOnce: 16 * 1024 * 1024,
  /** After an eager start failed, new runs go into the queue for this long. */
  eagerRetryMs: 1_000,
  /** A timer that is overdue by this much has lost its row, or no engine was running: it is set again. */
  timerLostMs: 60_000,
  snapshotEveryEvents: 500,
  /**
   * Commands of one run that one decision takes while the engine holds other runs: the other runs do not wait for a
   * crowd of items, neither here nor in the function threads.
   */
  commandsBesideOthers: 12,
  runsInMemory: 5_000,
  /**
   * Offloaded values of the runs in memory: beyond this bound an engine claims no more runs that have such values.
   * The bound is above that of one run, and a quarter of the memory that Node allows a process.
   */
  payloadsInMemoryBytes: 256 * 1024 * 1024,
  /** A run that has waited this long for such memory is claimed without it. */
  payloadWaitMs: 5_000,
  /**
   * Runs that an engine holds however busy it is. It claims more while it has time and fewer than `appendsUnderWay`
   * appends are pending.
   */
  runsAlways: 128,
  appendsUnderWay: 64,
  /** Calls that no function thread has started yet: with more of them an engine counts as busy. */
  callsWaiting: 64,
  /**
   * A full engine claims up to `fairLaneRuns` runs more, `fairLaneBatch` at once, for owners of whom it holds few runs.
   * It searches the first `fairLaneFront` runs of the queue for them.
   */
  fairLaneRuns: 64,
  fairLaneBatch: 16,
  fairLaneFront: 256,
} as const
