import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { expect, it } from 'vitest'
import { tracesRequest } from './otlp.ts'
import type { Span } from './span.ts'

const span: Span = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: '00f067aa0ba902b8',
  name: 'Ship',
  startedAt: 1_767_225_600_123,
  endedAt: 1_767_225_601_456,
  ok: true,
  attributes: { 'heddle.step': 'Ship', 'heddle.attempt': 2 },
}
const time = (ms: number): [number, number] => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000]

/** One object each: the serializer groups spans by them. */
const resource = { attributes: { 'service.name': 'heddle', 'service.version': '1.2.3' } }
const instrumentationScope = { name: 'heddle', version: '1.2.3' }

/** The span as the SDK of OpenTelemetry has it. */
const readable = ({ traceId, spanId, parentSpanId = '', name, startedAt, endedAt, error, attributes }: Span) => ({
  name,
  kind: 0,
  spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
  parentSpanContext: { traceId, spanId: parentSpanId, traceFlags: 1 },
  startTime: time(startedAt),
  endTime: time(endedAt),
  duration: time(endedAt - startedAt),
  ended: true,
  status: error ? { code: 2, message: `${error.code}: ${error.message}` } : { code: 1 },
  attributes: { ...attributes, ...(error && { 'error.type': error.code }) },
  links: [],
  events: [],
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
  resource,
  instrumentationScope,
})

it('the request is what the serializer of OpenTelemetry makes of the same spans', () => {
  const failed: Span = { ...span, ok: false, error: { code: 'GATEWAY_DOWN', message: 'no answer' } }
  const spans = [span, failed]
  const bytes = JsonTraceSerializer.serializeRequest(
    spans.map(readable) as unknown as Parameters<typeof JsonTraceSerializer.serializeRequest>[0],
  )
  const official: unknown = JSON.parse(new TextDecoder().decode(bytes))
  expect(official).toMatchObject(tracesRequest(spans, '1.2.3'))
})
