/**
 * Bounds of notifications. Durations are milliseconds.
 *
 * A loop or a flood of tasks cannot become a flood of mails: a person gets one mail within `pace`, however many notices
 * there are, and a mail lists the first `noticesPerMail` of them.
 */
export const notifyLimits = {
  /** The pause between two looks at the log and at the outbox. */
  lookEveryMs: 1_000,
  retry: { firstMs: 1_000, longestMs: 60_000 },
  /** Rows of the log that one statement reads. */
  pageRows: 5_000,
  /** Notices of one task event; more people than that are not told of it. */
  peoplePerTask: 200,
  /** How long a notice waits for others before it becomes a mail. */
  gatherMs: 10_000,
  /** The shortest time between two mails to one person, by the choice of the person. */
  paceMs: { minutes: 5 * 60_000, hour: 3_600_000, day: 24 * 3_600_000 },
  noticesPerMail: 20,
  /** Mails to one person within an hour that do not wait for `pace`: alerts and tests. */
  urgentPerHour: 30,
  testsPerHour: 10,
  peopleAtOnce: 50,
  instructionsCharacters: 1_000,
  reasonCharacters: 300,
  /** Mails that are sent at the same time. */
  sendAtOnce: 2,
  sendTimeoutMs: 30_000,
  sendRetryFirstMs: 30_000,
  sendRetryLongestMs: 3_600_000,
  giveUpAfterMs: 2 * 24 * 3_600_000,
  /** Events older than this are not told any more: the setting was off meanwhile. */
  tooOldMs: 24 * 3_600_000,
  /** How long the outbox keeps mails that were sent, dropped or given up. */
  keptDays: 30,
  deliveriesShown: 20,
} as const
