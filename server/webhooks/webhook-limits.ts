/** Bounds of webhooks. Durations are milliseconds. */
export const webhookLimits = {
  perOwner: 50,
  urlCharacters: 2_000,
  /** Entries of an event filter. */
  filters: 30,
  retries: { default: 8, most: 20 },
  /** The former secret signs for this long after a rotation. */
  rotationMs: 24 * 3_600_000,
  /** The delays before the second attempt, the third one and so on; the last one repeats. */
  retryMs: [1_000, 5_000, 30_000, 300_000, 1_800_000, 7_200_000, 28_800_000],
  /** The delay after a fault of Heddle, such as a missing master key, which is no attempt. */
  ownFaultMs: 10_000,
  /** A webhook that had nothing but failures for this long is turned off. */
  disabledAfterMs: 3 * 24 * 3_600_000,
  timeoutMs: 10_000,
  answerBytes: 4 * 1_024,
  errorCharacters: 500,
  /** Lanes that one engine works at once, in total, of one owner (some are left for others) and of one webhook. */
  lanesAtOnce: 32,
  lanesPerOwner: 24,
  lanesPerWebhook: 8,
  /** Deliveries that are read and recorded together, and the bytes of their events; at least one. */
  deliveriesAtOnce: 100,
  deliveryBytes: 1024 * 1024,
  /** An engine stops sending from a lane after this long; another one takes over after the lease. */
  laneMs: 10_000,
  leaseMs: 40_000,
  lookEveryMs: 250,
  /** The pause between two looks at the log while there is no webhook. */
  idleLookMs: 10_000,
  /** The pause between two looks for a webhook while there is none. */
  noticeMs: 1_000,
  retry: { firstMs: 1_000, longestMs: 60_000 },
  /** Rows of the log that one statement reads. */
  pageRows: 2_000,
  keptDays: 30,
  removedAtOnce: 5_000,
  cleanEveryMs: 60_000,
  repairEveryMs: 600_000,
  deliveriesShown: 50,
  /** How long the answer to a test waits for the engine. */
  testWaitMs: 15_000,
  /** An engine that is alive has taken a test by then. */
  testTakenMs: 3_000,
  testLookMs: 50,
} as const
