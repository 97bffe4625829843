/** Bounds of the example servers. */
export const exampleTuning = {
  /** The newest mails, which stay in the data folder. */
  mails: 100,
  mailBytes: 1024 * 1024,
  /** The text of a mail as the page shows it. */
  textCharacters: 20_000,
  requestBytes: 4 * 1024 * 1024,
  databaseConnectMs: 10_000,
} as const
