import type { Span } from './span.ts'
import { tracing } from './tuning.ts'

/** Kinds and statuses of OTLP, by their numbers in JSON. */
const INTERNAL = 1
const OK = 1
const ERROR = 2

/** The spans as a request to a collector, in the JSON encoding of OTLP. */
export function tracesRequest(spans: readonly Span[], version: string) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'heddle', 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'heddle', version }, spans: spans.map(spanObject) }],
      },
    ],
  }
}

function spanObject({ traceId, spanId, parentSpanId, name, startedAt, endedAt, error, ok, attributes }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: INTERNAL,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf({ ...attributes, ...(error && { 'error.type': error.code }) }),
    status: error
      ? { code: ERROR, message: `${error.code}: ${error.message}`.slice(0, tracing.messageCharacters) }
      : ok
        ? { code: OK }
        : {},
  }
}

const nanoseconds = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`

function attributesOf(attributes: Span['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
  }))
}
