import { readableName } from '#core/definition/readable-name.ts'
import { runTimelineTexts } from '../../../texts/run-timeline.ts'
import type { Bar, ChildRun, Span, SpanList, Visit } from './spans.ts'

/** One line of the timeline. */
export interface Row {
  /** The key is unique among all rows, including rows of child runs, and stable when rows are rebuilt. */
  readonly key: string
  readonly kind: Span['kind'] | 'attempt' | 'run' | 'pending' | 'reading' | 'unread'
  /** The step that is selected with the row, of this run or of the child run; null for a whole run. */
  readonly step: string | null
  /** The run of the row, where it is a child run. */
  readonly runId: string | null
  readonly label: string
  readonly depth: number
  /** Null where the row has no children. */
  readonly isExpanded: boolean | null
  readonly visits: readonly Visit[]
  /** The bar of an attempt's row: one bar of a visit. */
  readonly only: Bar | null
}

/** The spans of a child run; absent while they are loading, and `unread` where they could not be read. */
export type ChildSpans = (runId: string) => SpanList | 'unread' | undefined

interface Gathering {
  readonly rows: Row[]
  readonly expanded: ReadonlySet<string>
  readonly childSpans: ChildSpans
  /** The title of a step of the run itself. */
  readonly titleOf: (step: string) => string
}

interface RowParent {
  readonly prefix: string
  readonly depth: number
  /** Null in the run itself. */
  readonly runId: string | null
}

/**
 * The visible rows: an expanded row shows its children. Steps that have not begun come last, in the order of the text.
 */
export function visibleRows(
  list: SpanList,
  steps: readonly string[],
  expanded: ReadonlySet<string>,
  childSpans: ChildSpans,
  titleOf: (step: string) => string = readableName,
): readonly Row[] {
  const gathering: Gathering = { rows: [], expanded, childSpans, titleOf }
  addList(gathering, list, { prefix: '', depth: 0, runId: null })
  for (const step of steps) {
    if (list.find(step) !== undefined) continue
    gathering.rows.push({ ...bare(`?${step}`, 'pending', titleOf(step), { depth: 0, runId: null }), step })
  }
  return gathering.rows
}

function addList(gathering: Gathering, { spans }: SpanList, parent: RowParent): void {
  for (const span of spans) addSpan(gathering, span, parent)
}

function addSpan(gathering: Gathering, span: Span, parent: RowParent): void {
  const { prefix, depth, runId } = parent
  const { step } = span
  const key = prefix + span.key
  const attempts = attemptsOf(span)
  const below = span.children !== null || span.childRuns.length > 0 || attempts.length > 1
  const isExpanded = below ? gathering.expanded.has(key) : null
  const title = span.title ?? (runId === null ? gathering.titleOf(step) : readableName(step))
  const label = span.label === step ? title : span.label
  gathering.rows.push({ ...bare(key, span.kind, label, parent), step, isExpanded, visits: span.visits })
  if (!isExpanded) return
  const inside = { prefix, depth: depth + 1, runId }
  if (span.children) addList(gathering, span.children, inside)
  else if (span.childRuns.length > 0) addRuns(gathering, span, key, inside)
  else addAttempts(gathering, span, attempts, inside)
}

function addRuns(gathering: Gathering, { childRuns }: Span, key: string, parent: RowParent): void {
  const [only] = childRuns
  if (only !== undefined && childRuns.length === 1) {
    addRun(gathering, only, key, parent.depth)
    return
  }
  for (const child of childRuns) {
    const childKey = `${key}>${child.runId}`
    const isExpanded = gathering.expanded.has(childKey)
    gathering.rows.push({ ...bare(childKey, 'run', child.workflow, parent), runId: child.runId, isExpanded })
    if (isExpanded) addRun(gathering, child, key, parent.depth + 1)
  }
}

function addRun(gathering: Gathering, { runId, workflow }: ChildRun, key: string, depth: number): void {
  const prefix = `${key}>${runId}/`
  const list = gathering.childSpans(runId)
  const parent = { prefix, depth, runId }
  if (list === undefined) gathering.rows.push(bare(prefix, 'reading', workflow, parent))
  else if (list === 'unread')
    gathering.rows.push(bare(prefix, 'unread', runTimelineTexts.couldNotLoad(workflow), parent))
  else addList(gathering, list, parent)
}

interface Tried {
  readonly visit: Visit
  readonly bar: Bar
}

function attemptsOf(span: Span): readonly Tried[] {
  if (span.kind === 'round') return []
  return span.visits.flatMap((visit) => visit.bars.flatMap((bar) => (bar.kind === 'wait' ? [] : [{ visit, bar }])))
}

function addAttempts({ rows }: Gathering, span: Span, attempts: readonly Tried[], parent: RowParent): void {
  const first = attempts[0]?.visit.iteration
  const isRevisited = attempts.some(({ visit }) => visit.iteration !== first)
  for (const [number, { visit, bar }] of attempts.entries()) {
    const which = bar.tone === 'undone' ? 'Undoing' : runTimelineTexts.attempt(bar.attempt)
    const label = isRevisited ? runTimelineTexts.visit(visit.iteration, which.toLowerCase()) : which
    const key = `${parent.prefix}${span.key}#${number}`
    rows.push({ ...bare(key, 'attempt', label, parent), step: span.step, visits: [visit], only: bar })
  }
}

function bare(key: string, kind: Row['kind'], label: string, { depth, runId }: Omit<RowParent, 'prefix'>): Row {
  return { key, kind, step: null, runId, label, depth, isExpanded: null, visits: [], only: null }
}

/** The keys of all rows that can be expanded without loading: all rows except child runs. */
export function expandableKeys({ spans }: SpanList): readonly string[] {
  return spans.flatMap((span) => {
    if (span.childRuns.length > 0) return []
    const inner = span.children ? expandableKeys(span.children) : []
    return span.children || attemptsOf(span).length > 1 ? [span.key, ...inner] : inner
  })
}
