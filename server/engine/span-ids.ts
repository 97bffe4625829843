import { createHash } from 'node:crypto'
import { traceFlagsOf, traceIdOf, traceparentText } from '#core/run/start/trace-context.ts'
import type { RunHeader } from '#core/run/state.ts'

/**
 * The id of a span, derived from what the span is: a repeated export sends the same ids, a run knows the span of the step
 * that started it, and a request names the span of its attempt before that span is exported.
 */
export function spanIdOf(runId: string, ...what: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([runId, ...what]))
    .digest('hex')
    .slice(0, 16)
}

interface Call {
  readonly step: string
  readonly iteration: number
}

export const attemptSpan = ({ step, iteration, attempt }: Call & { readonly attempt: number }) =>
  ['attempt', step, iteration, attempt] as const

export const itemSpan = ({ step, iteration, item }: Call & { readonly item: number }) =>
  ['item', step, iteration, item] as const

export const undoSpan = ({ step, iteration }: Call) => ['undo', step, iteration] as const

/**
 * The `traceparent` header of a call: the span of its attempt, item or compensation. A call that a retry or a jump of the run repeats names
 * the span of the first time.
 */
export function traceparentOf(
  header: Pick<RunHeader, 'run_id' | 'root_run_id' | 'traceparent'>,
  call: Call & { readonly attempt: number; readonly undo: boolean; readonly item?: number },
): string {
  const { undo, item } = call
  const what = undo ? undoSpan(call) : item === undefined ? attemptSpan(call) : itemSpan({ ...call, item })
  const spanId = spanIdOf(header.run_id, ...what)
  return traceparentText({ traceId: traceIdOf(header), spanId, flags: traceFlagsOf(header) })
}
