/** The comparison of a test of n8n: its type of values, and its options. */
export interface Comparison {
  readonly type: string
  readonly operation: string
  /** Values of other types are converted. */
  readonly isLoose: boolean
  readonly ignoresCase: boolean
  /** Version of the options: since version 3, an empty text is not a number. */
  readonly version: number
}

export interface Compared {
  /** Null if the comparison of n8n is unknown. */
  readonly condition: string | null
  /** Differences from n8n, for the report. */
  readonly caveat?: string
}
