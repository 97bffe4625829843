/** Half-open range of UTF-16 offsets into the text. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

export type Severity = 'error' | 'warning' | 'info'
