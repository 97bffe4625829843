import type { RunEvent } from '#core/run/event.ts'

/**
 * The last event at an instant; the first event for an earlier instant; null, which means now, from the last event on.
 */
export function seqAt(events: readonly RunEvent[], at: number): number | null {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle] as RunEvent).at <= at) low = middle + 1
    else high = middle
  }
  return low === events.length ? null : Math.max(low, 1)
}

/** The number of events up to an instant; zero before the first. */
export function seqBy(events: readonly RunEvent[], at: number): number {
  return (events[0]?.at ?? at) > at ? 0 : (seqAt(events, at) ?? events.length)
}
