import type { EventOf, RunEvent } from '#core/run/event.ts'
import { runTimelineTexts } from '../../../texts/run-timeline.ts'
import { beginning, ending, endsRun } from './span-events.ts'
import type { Bar, ChildRun, Idle, Span, SpanList, Visit } from './spans.ts'

/** Writable version of a span type, for the tree alone. */
type Open<Kind> = { -readonly [Key in keyof Kind]: Kind[Key] }
interface OpenSpan extends Open<Omit<Span, 'visits' | 'children' | 'childRuns'>> {
  visits: OpenVisit[]
  children: OpenList | null
  childRuns: ChildRun[]
  readonly list: OpenList
}
interface OpenVisit extends Open<Omit<Visit, 'span' | 'bars'>> {
  readonly span: OpenSpan
  readonly bars: Open<Bar>[]
}
interface OpenList extends SpanList {
  readonly spans: OpenSpan[]
  readonly ended: OpenVisit[]
  readonly open: Set<OpenVisit>
  find(step: string): OpenSpan | undefined
}

type StepEvent = RunEvent & { readonly step: string; readonly iteration: number }

/**
 * The spans of a history, built event by event: an event has equal cost in a history of ten events and of a hundred
 * thousand. Spans are in the order of their beginnings.
 */
export class SpanTree {
  readonly list: SpanList
  /** Ended idle stretches, in their order; a pending stretch is not included. */
  readonly idles: readonly Idle[]
  /** The time since which no step has run; null while a step runs, and before the first step. */
  idleSince: number | null = null
  /** The times of the first event and the last. */
  from = 0
  to = 0
  /** Number of processed events. */
  count = 0
  private readonly root = newList()
  private readonly idle: Idle[] = []
  private running = 0
  private readonly items = new Map<OpenSpan, OpenSpan[]>()
  /** The loop around a step, and the round of each visit. */
  private readonly loops = new Map<string, string>()
  private readonly roundsOf = new Map<string, OpenSpan[]>()

  constructor(events: readonly RunEvent[] = []) {
    this.list = this.root
    this.idles = this.idle
    this.add(events)
  }

  add(events: Iterable<RunEvent>): void {
    for (const event of events) this.take(event)
  }

  private take(event: RunEvent): void {
    if (this.count === 0) this.from = event.at
    this.count += 1
    this.to = event.at
    if (endsRun(event)) this.endAll(this.root, event)
    if (!isOfStep(event)) return
    if (event.type === 'workflow.loop.round_started') {
      this.nextRound(event)
      return
    }
    if (event.type === 'workflow.node.started') this.learnBody(event)
    const ended = ending(event)
    const begun = beginning(event)
    if (ended === null && begun === null) return
    // A step that was skipped before it began has no line.
    const span = this.spanOf(event, begun !== null)
    if (span === undefined) return
    if (ended) this.end(span, event, ended.tone, ended.isLast)
    if (begun) this.begin(span, event, begun)
    noteChild(span, event)
    if (event.type === 'workflow.human_task.opened' && span.kind === 'step') span.title = event.payload.title
  }

  private begin(span: OpenSpan, { at, seq, iteration }: StepEvent, begun: Omit<Bar, 'from' | 'to'>): void {
    let visit = span.visits.at(-1)
    if (visit === undefined || visit.to !== null) {
      visit = { span, iteration, from: at, fromSeq: seq, to: null, toSeq: null, bars: [] }
      span.visits.push(visit)
      span.list.open.add(visit)
    }
    const last = visit.bars.at(-1)
    const wasCut = last?.to === null
    this.endBar(visit, at)
    // A step that starts with a wait has no work bar of zero length before it.
    if (wasCut && last.from === at && begun.kind === 'wait') visit.bars.pop()
    visit.bars.push({ ...begun, from: at, to: null })
    if (begun.kind === 'work') this.run(at)
  }

  private end(span: OpenSpan, { at, seq }: StepEvent, tone: Bar['tone'] | undefined, isLast: boolean): void {
    const visit = span.visits.at(-1)
    if (visit === undefined || visit.to !== null) return
    this.endBar(visit, at, tone)
    if (isLast) this.endVisit(visit, at, seq)
  }

  private endBar(visit: OpenVisit, at: number, tone?: Bar['tone']): void {
    const bar = visit.bars.at(-1)
    if (bar === undefined || bar.to !== null) return
    bar.to = at
    if (tone !== undefined && bar.kind !== 'wait') bar.tone = tone
    if (bar.kind === 'work') this.rest(at)
  }

  private endVisit(visit: OpenVisit, at: number, seq: number): void {
    const { list, children } = visit.span
    if (children) this.endAll(children, { at, seq })
    visit.to = at
    visit.toSeq = seq
    list.open.delete(visit)
    list.ended.push(visit)
  }

  private endAll(list: OpenList, { at, seq }: { readonly at: number; readonly seq: number }): void {
    for (const visit of [...list.open]) {
      // A round ends normally this way; any other bar is cut short.
      this.endBar(visit, at, visit.span.kind === 'round' ? undefined : 'idle')
      this.endVisit(visit, at, seq)
    }
  }

  private run(at: number): void {
    if (this.idleSince !== null && at > this.idleSince) this.idle.push({ from: this.idleSince, to: at })
    this.idleSince = null
    this.running += 1
  }

  private rest(at: number): void {
    this.running -= 1
    if (this.running === 0) this.idleSince = at
  }

  private learnBody({ step, payload }: EventOf<'workflow.node.started'>): void {
    for (const inner of payload.body ?? []) this.loops.set(inner, step)
  }

  private nextRound(event: EventOf<'workflow.loop.round_started'>): void {
    const loop = this.spanOf(event, true)
    if (loop === undefined) return
    loop.children ??= newList()
    // The previous event was the last one of its round.
    this.endAll(loop.children, { at: event.at, seq: event.seq - 1 })
    const number = event.payload.round + 1
    const round = newSpan(
      `${loop.key}/${loop.children.spans.length + 1}`,
      'round',
      event.step,
      runTimelineTexts.round(number),
      loop.children,
    )
    round.children = newList()
    this.begin(round, event, { tone: 'done', kind: 'around', label: runTimelineTexts.round(number), attempt: 1 })
  }

  /** The span that an event belongs to. */
  private spanOf(event: StepEvent, make: boolean): OpenSpan | undefined {
    const span = this.stepSpan(event, make)
    const item = 'item' in event ? event.item : undefined
    return span === undefined || item === undefined ? span : this.itemSpan(span, item, event)
  }

  private stepSpan({ step, iteration, type }: StepEvent, make: boolean): OpenSpan | undefined {
    const loop = this.loops.get(step)
    if (loop === undefined) return find(this.root, '', step, make)
    // An undone visit may belong to an earlier round.
    const known = this.roundsOf.get(step) ?? []
    if (type.startsWith('workflow.compensation.')) return known[iteration]
    const round = this.currentRound(loop)
    const span = round?.children ? find(round.children, `${round.key}/`, step, make) : undefined
    if (span !== undefined && known[iteration] !== span) {
      known[iteration] = span
      this.roundsOf.set(step, known)
    }
    return span
  }

  private currentRound(loop: string): OpenSpan | undefined {
    const outer = this.loops.get(loop)
    const list = outer === undefined ? this.root : this.currentRound(outer)?.children
    return list?.find(loop)?.children?.spans.at(-1)
  }

  private itemSpan(span: OpenSpan, item: number, event: StepEvent): OpenSpan {
    span.children ??= newList()
    const known = this.items.get(span) ?? []
    if (known.length === 0) this.items.set(span, known)
    const name = event.type === 'workflow.item.started' ? event.payload.name : undefined
    const found =
      known[item] ??
      newSpan(`${span.key}/${item}`, 'item', span.step, name ?? runTimelineTexts.item(item), span.children)
    known[item] = found
    return found
  }
}

function isOfStep(event: RunEvent): event is StepEvent {
  return 'step' in event && event.step !== undefined && event.iteration !== undefined
}

function noteChild(span: OpenSpan, event: RunEvent): void {
  if (event.type === 'workflow.child.ended' && event.payload.never_began) {
    const { child_run_id } = event.payload
    span.childRuns = span.childRuns.filter(({ runId }) => runId !== child_run_id)
  }
  if (event.type !== 'workflow.child.spawned' || event.payload.detached) return
  span.childRuns.push({ runId: event.payload.child_run_id, workflow: event.payload.workflow })
}

function find(list: OpenList, prefix: string, step: string, make: boolean): OpenSpan | undefined {
  return list.find(step) ?? (make ? newSpan(`${prefix}${step}`, 'step', step, step, list) : undefined)
}

function newSpan(key: string, kind: Span['kind'], step: string, label: string, list: OpenList): OpenSpan {
  const span: OpenSpan = { key, kind, step, label, title: null, visits: [], children: null, childRuns: [], list }
  list.spans.push(span)
  return span
}

function newList(): OpenList {
  const spans: OpenSpan[] = []
  const byStep = new Map<string, OpenSpan>()
  let indexed = 0
  return {
    spans,
    ended: [],
    open: new Set(),
    find: (step) => {
      for (; indexed < spans.length; indexed += 1) {
        const span = spans[indexed] as OpenSpan
        if (span.kind === 'step') byStep.set(span.step, span)
      }
      return byStep.get(step)
    },
  }
}
