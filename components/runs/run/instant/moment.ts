import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import { type RunIndex, shownAt } from './run-index.ts'
import { seqBy } from './seq-at.ts'

/**
 * A run at one instant, as its page shows it. Live is the instant "now", which moves with every event; any other
 * instant is the same code with fewer events.
 */
export interface Moment {
  readonly isLive: boolean
  /** Sequence number of the last event of the instant. */
  readonly seq: number
  readonly state: RunState
  /** The events up to the instant. */
  readonly events: readonly RunEvent[]
}

/** The run after event `seq`; null, or a missing event, means now. */
export function momentOf(index: RunIndex, seq: number | null): Moment {
  const { events } = index
  if (seq === null || !hasEvent(index, seq)) {
    return { isLive: true, seq: events.length, state: shownAt(index, events.length), events }
  }
  return { isLive: false, seq, state: shownAt(index, seq), events: events.slice(0, seq) }
}

/** A child run at an instant of its parent, also before the child's first event; null means now. */
export function momentAt(index: RunIndex, at: number | null): Moment {
  if (at === null) return momentOf(index, null)
  const seq = seqBy(index.events, at)
  return { isLive: false, seq, state: shownAt(index, seq), events: index.events.slice(0, seq) }
}

export function hasEvent({ events }: Pick<RunIndex, 'events'>, seq: number): boolean {
  return Number.isInteger(seq) && seq >= 1 && seq <= events.length
}

/** The time of an instant: the clock while it is live, else that of its last event. */
export function timeOf({ isLive, state }: Moment, now: number): number {
  // The clock of the page ticks once a second; the run may be ahead of it.
  return isLive ? Math.max(now, state.at) : state.at
}
