/** A span of a run, a step, an attempt or an item of it, as far as it has ended. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** Milliseconds since 1970, by the clock of the database. */
  readonly startedAt: number
  readonly endedAt: number
  /** The error that ended it; absent for an end without one. */
  readonly error?: { readonly code: string; readonly message: string }
  /** Whether it ended in order; neither ok nor failed: it was skipped or cancelled. */
  readonly ok: boolean
  readonly attributes: Readonly<Record<string, string | number>>
}
