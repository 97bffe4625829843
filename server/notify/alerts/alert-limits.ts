/** Bounds of alert rules and their messages. Durations are milliseconds unless the name says otherwise. */
export const alertLimits = {
  rulesPerOwner: 200,
  people: 20,
  addresses: 10,
  urlCharacters: 2_000,
  /** The shortest and the longest time until a run is late or stuck. */
  leastMinutes: 1,
  mostMinutes: 60 * 24 * 30,
  /** The pause between two looks at the log and the outbox, and between two scans for late and stuck runs. */
  lookEveryMs: 1_000,
  scanEveryMs: 15_000,
  retry: { firstMs: 1_000, longestMs: 60_000 },
  /** Rows of the log that one statement reads; runs that one statement of a scan reads. */
  pageRows: 5_000,
  scannedRuns: 500,
  /** Runs of one tree, the newest, whose last events tell whether the tree stands still. */
  runsOfTree: 1_000,
  /** Runs are examined again that started so shortly before the cursor: clocks of processes differ. */
  overlapMs: 5_000,
  /** How long an alert waits for others before it becomes part of a message. */
  gatherMs: 10_000,
  /** The shortest time between two messages of a rule. */
  paceMs: 5 * 60_000,
  rulesAtOnce: 50,
  alertsPerMessage: 20,
  testsPerHour: 10,
  /** Messages that an engine sends at once; of one owner, all engines together. */
  sendAtOnce: 8,
  sendAtOnceOfOwner: 2,
  timeoutMs: 15_000,
  sendRetryFirstMs: 5_000,
  sendRetryLongestMs: 3_600_000,
  giveUpAfterMs: 2 * 24 * 3_600_000,
  /** Failures that are older are not told any more. */
  tooOldMs: 24 * 3_600_000,
  keptDays: 30,
  messagesShown: 20,
} as const
