import type { RunEvent } from '#core/run/event.ts'

export interface FanCounts {
  readonly count: number
  readonly failed: number
}

/**
 * The number of items of one visit of a PARALLEL step up to event `seq`, and of the failed ones; null where the history
 * does not have it.
 */
export function fanCounts(events: readonly RunEvent[], step: string, iteration: number, seq: number): FanCounts | null {
  const ended = new Set<number>()
  let failed = 0
  // The search starts at the end: after a retry of the run, the last result of an item counts.
  for (let index = Math.min(seq, events.length) - 1; index >= 0; index -= 1) {
    const event = events[index] as RunEvent
    if (!('step' in event) || event.step !== step || event.iteration !== iteration) continue
    if (event.type === 'workflow.node.started' && event.payload.count !== undefined) {
      return { count: event.payload.count, failed }
    }
    if (event.type !== 'workflow.item.completed' && event.type !== 'workflow.item.failed') continue
    if (event.type === 'workflow.item.failed' && event.payload.will_retry) continue
    if (event.type === 'workflow.item.failed' && !ended.has(event.item)) failed += 1
    ended.add(event.item)
  }
  return null
}
