/** Bounds of the tests of connections. */
export const connectionTestLimits = {
  lookEveryMs: 1_000,
  atOnce: 4,
  /** Longer than a test takes: afterwards another process makes it again. */
  claimSeconds: 60,
  messageCharacters: 500,
} as const
