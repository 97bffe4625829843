import type { RunEvent } from '#core/run/event.ts'

/** The kinds of marked events: failures, waits and undos. */
export type MarkKind = 'failure' | 'undo' | 'wait'

export interface Mark {
  readonly seq: number
  readonly kind: MarkKind
}

export function markOf(event: RunEvent): MarkKind | null {
  switch (event.type) {
    case 'workflow.node.failed':
    case 'workflow.run.failed':
    case 'workflow.run.cancelled':
    case 'workflow.item.failed':
    case 'workflow.compensation.failed':
      return 'failure'
    case 'workflow.node.progress':
      return event.payload.error === undefined ? null : 'failure'
    case 'workflow.run.rolling_back':
      return 'undo'
    case 'workflow.compensation.completed':
      return event.payload.outcome === 'done' ? 'undo' : null
    case 'workflow.human_task.opened':
    case 'workflow.signal.awaited':
    case 'workflow.run.paused':
      return 'wait'
    case 'workflow.timer.set':
      return event.payload.purpose === 'wait' ? 'wait' : null
    case 'workflow.child.spawned':
      return event.payload.detached ? null : 'wait'
    default:
      return null
  }
}

/** All marks of a history, in order. */
export function marksOf(events: readonly RunEvent[]): readonly Mark[] {
  return events.flatMap((event) => {
    const kind = markOf(event)
    return kind === null ? [] : [{ seq: event.seq, kind }]
  })
}

const weight: Record<MarkKind, number> = { wait: 1, undo: 2, failure: 3 }

/** The marks that a track with a number of places can show apart: for each place the first of the most severe marks. */
export function thinned(marks: readonly Mark[], count: number, slots: number): readonly Mark[] {
  if (marks.length <= slots) return marks
  const chosen = new Map<number, Mark>()
  for (const mark of marks) {
    const slot = Math.floor(((mark.seq - 1) / count) * slots)
    const other = chosen.get(slot)
    if (other === undefined || weight[mark.kind] > weight[other.kind]) chosen.set(slot, mark)
  }
  return [...chosen.values()]
}

/** The nearest mark before or after an event. */
export function nextMark(marks: readonly Mark[], seq: number, direction: 1 | -1): Mark | undefined {
  return direction === 1 ? marks.find((mark) => mark.seq > seq) : marks.findLast((mark) => mark.seq < seq)
}
