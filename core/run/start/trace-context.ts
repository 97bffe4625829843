/** The trace of a caller and the span in it that is the parent, by the W3C recommendation *Trace Context*. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
}

/** Later versions may have more behind the flags; the version `ff` is forbidden. */
const header = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/

/** The context of a `traceparent` header; null for one that is not valid, which counts as absent. */
export function readTraceparent(text: string | undefined): TraceContext | null {
  const [, traceId, spanId] = header.exec(text?.trim() ?? '') ?? []
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId }
}

/** The header that names a span as the parent; its trace is recorded. */
export const traceparentText = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`

/** The trace of a run: that of its caller, or that of its root, whose id has the length of a trace id. */
export function traceIdOf(run: { readonly root_run_id: string; readonly traceparent?: string }): string {
  return readTraceparent(run.traceparent)?.traceId ?? run.root_run_id.replaceAll('-', '')
}
