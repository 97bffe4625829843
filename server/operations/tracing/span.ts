import { createHash } from 'node:crypto'

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

/** The trace of a run: that of its root, whose id has the length of a trace id. */
export const traceIdOf = (rootRunId: string): string => rootRunId.replaceAll('-', '')

/**
 * The id of a span, derived from what the span is: a repeated export sends the same ids, and a run knows the span of the
 * step that started it.
 */
export function spanIdOf(runId: string, ...what: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([runId, ...what]))
    .digest('hex')
    .slice(0, 16)
}
