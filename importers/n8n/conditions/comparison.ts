/** How a test of n8n compares: by what it calls the type of the values, and its options. */
export interface Comparison {
  readonly type: string
  readonly operation: string
  /** Values of other types are converted. */
  readonly isLoose: boolean
  readonly ignoresCase: boolean
  /** Of the options: with 3, an empty text is no number. */
  readonly version: number
}

export interface Compared {
  /** Null where it is not known how n8n compares. */
  readonly condition: string | null
  /** What is different here. */
  readonly caveat?: string
}
