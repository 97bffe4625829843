import type { SpanList, Visit } from './spans.ts'

/** Returns the steps with an edge to a step. */
export type LeadingTo = (step: string) => readonly string[]

/**
 * The critical path: the visits that determined the duration of the run. The last of them is the visit that ended last
 * (or that still goes on: of several, the one that began first). The predecessor of each is the visit that it waited
 * for: of the steps with an edge to its step, the visit that ended last before it began. The predecessor is the last
 * ended visit of any step in two cases: where no such step has run (a round, an item whose turn had come, a
 * compensation), and where the step was there before and another visit ended in between (a jump, a retry). Within a
 * visit with several parts the rule applies to its parts. So a visit on the path never begins before its predecessor
 * has ended, and a quicker visit beside the path would not have made the run shorter.
 */
export function criticalPath(list: SpanList, leadingTo: LeadingTo): ReadonlySet<Visit> {
  const path = new Set<Visit>()
  walk(list, { fromSeq: 0, toSeq: null }, leadingTo, path)
  return path
}

/** The visits within a time span: an earlier visit of a step had rounds and items of its own. */
function walk(
  list: SpanList,
  { fromSeq, toSeq }: Pick<Visit, 'fromSeq' | 'toSeq'>,
  leadingTo: LeadingTo,
  path: Set<Visit>,
): void {
  let visit = toSeq === null ? lastOf(list) : lastBefore(list.ended, toSeq + 1)
  while (visit !== undefined && visit.fromSeq >= fromSeq) {
    path.add(visit)
    if (visit.span.children) walk(visit.span.children, visit, leadingTo, path)
    visit = waitedFor(list, visit, leadingTo)
  }
}

function lastOf({ open, ended }: SpanList): Visit | undefined {
  let first: Visit | undefined
  for (const visit of open) if (first === undefined || visit.fromSeq < first.fromSeq) first = visit
  return first ?? ended.at(-1)
}

function waitedFor(list: SpanList, visit: Visit, leadingTo: LeadingTo): Visit | undefined {
  const { span, fromSeq } = visit
  const last = lastBefore(list.ended, fromSeq)
  if (span.kind !== 'step' || visit.bars[0]?.tone === 'undone') return last
  let leader: Visit | undefined
  for (const step of leadingTo(span.step)) {
    const found = lastBefore(list.find(step)?.visits ?? [], fromSeq)
    if (found !== undefined && (leader === undefined || endOf(found) > endOf(leader))) leader = found
  }
  if (leader === undefined) return last
  const wasThere = span.visits[0] !== visit
  return wasThere && last?.to !== leader.to ? last : leader
}

/** The last visit that had ended by then, of visits in the order of their ends. */
function lastBefore(visits: readonly Visit[], seq: number): Visit | undefined {
  let low = 0
  let high = visits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (endOf(visits[middle] as Visit) < seq) low = middle + 1
    else high = middle
  }
  return visits[low - 1]
}

const endOf = ({ toSeq }: Visit) => toSeq ?? Infinity
