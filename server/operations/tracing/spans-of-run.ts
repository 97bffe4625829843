import type { EventOf, RunEvent } from '#core/run/event.ts'
import { readTraceparent, traceIdOf } from '#core/run/start/trace-context.ts'
import { attemptSpan, itemSpan, spanIdOf, undoSpan } from '#server/engine/span-ids.ts'
import type { Span } from './span.ts'

type Header = EventOf<'workflow.run.created'>['payload']
type End = Pick<Span, 'ok' | 'error'>

/** A span that has begun. */
interface Begun {
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly startedAt: number
  readonly attributes: Span['attributes']
}

const outcomes: ReadonlySet<string> = new Set([
  'workflow.run.completed',
  'workflow.run.failed',
  'workflow.run.cancelled',
])

/**
 * The spans that a run has ended since its outcome before, up to the outcome with the number `outcomeSeq`. A run that is
 * retried has another outcome, and a span of its own for it; no span is part of two outcomes.
 */
export function spansOfRun(events: readonly RunEvent[], outcomeSeq: number): readonly Span[] {
  const [first] = events
  if (first?.type !== 'workflow.run.created') return []
  const reader = new SpanReader(first.payload, first.at)
  for (const event of events) {
    const spans = reader.read(event)
    if (event.seq === outcomeSeq) return spans
  }
  return []
}

/** Reads the history of a run once, in order. */
class SpanReader {
  readonly #header: Header
  readonly #open = new Map<string, Begun>()
  readonly #known = new Set<string>()
  #ended: Span[] = []
  #startedAt: number
  #outcomes = 0

  constructor(header: Header, startedAt: number) {
    this.#header = header
    this.#startedAt = startedAt
  }

  /** The spans of an outcome; none for another event. */
  read(event: RunEvent): readonly Span[] {
    if (outcomes.has(event.type)) return this.#endRun(event)
    // The retry of an ended run begins its next span.
    if (this.#startedAt < 0) this.#startedAt = event.at
    this.#readStep(event)
    return []
  }

  #readStep(event: RunEvent): void {
    switch (event.type) {
      case 'workflow.node.started':
        this.#begin(event, ['step', event.step, event.iteration], event.step, this.#runSpanId(), {
          'heddle.step': event.step,
          'heddle.step.type': event.payload.step_type,
          'heddle.step.iteration': event.iteration,
        })
        this.#beginAttempt(event)
        break
      case 'workflow.node.progress':
        if (event.payload.will_retry) this.#end(attemptSpan(event), event.at, failed(event.payload.error))
        break
      case 'workflow.node.completed':
        this.#endStep(event, { ok: true })
        break
      case 'workflow.node.failed':
        this.#endStep(event, failed(event.payload.error))
        break
      case 'workflow.node.skipped':
        this.#endStep({ ...event, attempt: undefined }, { ok: false })
        break
      case 'workflow.item.started':
        this.#begin(event, itemSpan(event), `${event.step} [${event.item}]`, this.#stepSpanId(event), {
          'heddle.step': event.step,
          'heddle.item': event.item,
          'heddle.attempt': event.attempt,
        })
        break
      case 'workflow.item.completed':
        this.#end(itemSpan(event), event.at, { ok: true })
        break
      case 'workflow.item.failed':
        this.#end(itemSpan(event), event.at, failed(event.payload.error))
        break
      case 'workflow.compensation.started':
        this.#begin(event, undoSpan(event), `undo ${event.step}`, this.#runSpanId(), {
          'heddle.step': event.step,
          'heddle.attempt': event.attempt,
        })
        break
      case 'workflow.compensation.completed':
        this.#end(undoSpan(event), event.at, { ok: true })
        break
      case 'workflow.compensation.failed':
        this.#end(undoSpan(event), event.at, failed(event.payload.error))
    }
  }

  #beginAttempt(event: EventOf<'workflow.node.started'>): void {
    this.#begin(event, attemptSpan(event), `${event.step} attempt ${event.attempt}`, this.#stepSpanId(event), {
      'heddle.step': event.step,
      'heddle.attempt': event.attempt,
    })
  }

  #endStep(event: { step: string; iteration: number; at: number; attempt?: number | undefined }, end: End): void {
    const attempts = [...this.#open.keys()].filter((key) =>
      key.startsWith(JSON.stringify(['attempt', event.step, event.iteration]).slice(0, -1)),
    )
    for (const key of attempts) this.#endAt(key, event.at, end)
    this.#end(['step', event.step, event.iteration], event.at, end)
  }

  #begin(
    { at, seq }: RunEvent,
    what: readonly (string | number)[],
    name: string,
    parentSpanId: string,
    attributes: Span['attributes'],
  ): void {
    const key = JSON.stringify(what)
    if (this.#open.has(key)) return
    // What a retry or a jump begins again is another span.
    const again = this.#known.has(key) ? [seq] : []
    this.#known.add(key)
    const spanId = spanIdOf(this.#header.run_id, ...what, ...again)
    this.#open.set(key, { spanId, parentSpanId, name, startedAt: at, attributes })
  }

  #end(what: readonly (string | number)[], at: number, end: End): void {
    this.#endAt(JSON.stringify(what), at, end)
  }

  #endAt(key: string, endedAt: number, end: End): void {
    const begun = this.#open.get(key)
    if (!begun) return
    this.#open.delete(key)
    const { attributes } = begun
    this.#ended.push({ ...begun, ...this.#ofTrace(attributes), endedAt, ...end })
  }

  /** The span of the step under way, or of the run where the step has none. */
  #stepSpanId({ step, iteration }: { readonly step: string; readonly iteration: number }): string {
    return this.#open.get(JSON.stringify(['step', step, iteration]))?.spanId ?? this.#runSpanId()
  }

  #runSpanId(): string {
    return spanIdOf(this.#header.run_id, 'run', this.#outcomes)
  }

  #endRun(event: RunEvent): readonly Span[] {
    for (const key of [...this.#open.keys()]) this.#endAt(key, event.at, { ok: false })
    const { workflow, version } = this.#header
    const error = 'error' in event.payload ? event.payload.error : undefined
    const isCompleted = event.type === 'workflow.run.completed'
    const run: Span = {
      ...this.#ofTrace({ 'heddle.workflow.version': version, 'heddle.outcome': event.type.split('.').at(-1) ?? '' }),
      spanId: this.#runSpanId(),
      ...this.#parentOfRun(),
      name: workflow,
      startedAt: this.#startedAt < 0 ? event.at : this.#startedAt,
      endedAt: event.at,
      ...(isCompleted ? { ok: true } : error ? failed(error as { code: string; message: string }) : { ok: false }),
    }
    const spans = [run, ...this.#ended]
    this.#ended = []
    this.#outcomes += 1
    this.#startedAt = -1
    return spans
  }

  /** The step that started the run, or the span of the caller who started a root. */
  #parentOfRun(): Pick<Span, 'parentSpanId'> {
    const { run_id, root_run_id, parent, traceparent } = this.#header
    if (parent) return { parentSpanId: spanIdOf(parent.run_id, 'step', parent.step, parent.iteration) }
    const caller = run_id === root_run_id ? readTraceparent(traceparent) : null
    return caller ? { parentSpanId: caller.spanId } : {}
  }

  #ofTrace(attributes: Span['attributes']): Pick<Span, 'traceId' | 'attributes'> {
    const { run_id, workflow, owner_id } = this.#header
    return {
      traceId: traceIdOf(this.#header),
      attributes: { 'heddle.run.id': run_id, 'heddle.workflow': workflow, 'heddle.owner': owner_id, ...attributes },
    }
  }
}

function failed(error: { readonly code: string; readonly message: string } | undefined): End {
  return { ok: false, error: error ? { code: error.code, message: error.message } : { code: 'FAILED', message: '' } }
}
