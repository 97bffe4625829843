/** Bounds of the export of traces. */
export const tracing = {
  /** Rows of the log on one page. */
  pageRows: 1_000,
  /** Spans of one request to the collector. */
  spansPerRequest: 500,
  /** Characters of an error's message in a span. */
  messageCharacters: 1_000,
  requestMs: 10_000,
  lookEveryMs: 2_000,
  retry: { firstMs: 2_000, longestMs: 60_000 },
} as const
