/** What the web process hears about the log (see `startChangeFeed`). */
export interface ChangeFeed {
  readonly stop: () => Promise<void>
}
