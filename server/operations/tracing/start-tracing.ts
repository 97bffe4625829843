import type { Pool } from 'pg'
import { createHandlingConsumer } from '#server/log/consumer.ts'
import { isFirstEngine, startSubscription } from '#server/log/subscription.ts'
import type { TraceCollector } from '../../trace-collector.ts'
import type { Repeated } from '../repeat.ts'
import { readEndedRuns, readHistoryTo } from './ended-runs.ts'
import { tracesRequest } from './otlp.ts'
import type { Span } from './span.ts'
import { spansOfRun } from './spans-of-run.ts'
import { tracing } from './tuning.ts'

export interface TracingOptions {
  readonly pool: Pool
  readonly collector: TraceCollector
  readonly version: string
  /** The id of the engine in this process; it may change. */
  readonly engineId: () => string
  readonly onSent: (outcome: 'sent' | 'refused', spans: number) => void
  readonly log: (line: string) => void
  readonly lookEveryMs?: number
}

/**
 * Sends the spans of ended runs to an OpenTelemetry collector, from the log and a moment behind it: no run waits for a
 * span. One engine sends for all; its successor continues from the stored cursor. Span ids are derived from the run, so
 * a page that is sent again after a crash has the same spans.
 */
export function startTracing(options: TracingOptions): Repeated {
  const { pool, engineId, log, lookEveryMs = tracing.lookEveryMs } = options
  const consumer = createHandlingConsumer({
    pool,
    name: 'traces',
    startsAt: 'present',
    read: (after) => readEndedRuns(pool, after),
    async handle(ends, signal) {
      let waiting: Span[] = []
      for (const end of ends) {
        waiting.push(...spansOfRun(await readHistoryTo(pool, end), end.seq))
        while (waiting.length >= tracing.spansPerRequest) {
          await send(options, waiting.slice(0, tracing.spansPerRequest), signal)
          waiting = waiting.slice(tracing.spansPerRequest)
        }
      }
      if (waiting.length > 0) await send(options, waiting, signal)
    },
  })
  return startSubscription({
    claim: () => isFirstEngine(pool, engineId()),
    catchUp: (signal) => consumer.catchUp(signal),
    release: () => consumer.release(),
    lookEveryMs,
    retry: lookEveryMs < tracing.retry.firstMs ? { firstMs: lookEveryMs, longestMs: lookEveryMs } : tracing.retry,
    onError: (message) => log(`traces: ${message}; they are sent again`),
  })
}

/** Throws where the collector may take the same spans later. Spans that it refuses for good are dropped and counted. */
async function send(options: TracingOptions, spans: readonly Span[], stopping: AbortSignal): Promise<void> {
  const { collector, version, onSent, log } = options
  const response = await fetch(`${collector.endpoint.replace(/\/+$/, '')}/v1/traces`, {
    method: 'POST',
    headers: { ...collector.headers, 'content-type': 'application/json' },
    body: JSON.stringify(tracesRequest(spans, version)),
    signal: AbortSignal.any([stopping, AbortSignal.timeout(tracing.requestMs)]),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new Error(`the collector at OTEL_EXPORTER_OTLP_ENDPOINT does not respond (${reasonOf(error)})`)
  })
  await response.body?.cancel()
  if (response.ok) return onSent('sent', spans.length)
  const { status } = response
  if (status === 408 || status === 429 || status >= 500) throw new Error(`the collector responded with ${status}`)
  log(`traces: the collector refused ${spans.length} spans with ${status}; they are dropped`)
  onSent('refused', spans.length)
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
