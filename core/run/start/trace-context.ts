/** The trace of a caller and the span in it that is the parent, by the W3C recommendation *Trace Context*. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  /** Two hexadecimal digits; the lowest bit says that the caller records the trace. */
  readonly flags: string
}

/** Versions after 00 may have more behind the flags; the version `ff` is forbidden. */
const header = /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** The context of a `traceparent` header; null for one that is not valid, which counts as absent. */
export function readTraceparent(text: string | undefined): TraceContext | null {
  const found = header.exec(text?.trim() ?? '')
  if (found === null) return null
  const [, traceId, spanId, flags] = found as unknown as readonly [string, string, string, string]
  return { traceId, spanId, flags }
}

/** The header that names a span as the parent. */
export const traceparentText = ({ traceId, spanId, flags }: TraceContext): string => `00-${traceId}-${spanId}-${flags}`

interface TracedRun {
  readonly root_run_id: string
  readonly traceparent?: string
}

/** The flags of a run's requests: those of its caller, or that the trace is recorded. */
export const traceFlagsOf = ({ traceparent }: TracedRun): string => readTraceparent(traceparent)?.flags ?? '01'

/** The trace of a run: that of its caller, or that of its root, whose id has the length of a trace id. */
export function traceIdOf(run: TracedRun): string {
  return readTraceparent(run.traceparent)?.traceId ?? run.root_run_id.replaceAll('-', '')
}
