import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import { type RunIndex, stateAt } from './run-index.ts'
import { seqBy } from './seq-at.ts'

/**
 * A run at one instant: what its page shows. Live is the instant "now", which
 * moves with every event; any other is the same code with fewer events.
 */
export interface Moment {
  readonly isLive: boolean
  /** Number of the last event that has happened by then. */
  readonly seq: number
  readonly state: RunState
  /** What had happened by then. */
  readonly events: readonly RunEvent[]
}

/** The run after event `seq`; null, or an event that is not there, is now. */
export function momentOf(index: RunIndex, seq: number | null): Moment {
  const { events, state } = index
  if (seq === null || !hasEvent(index, seq)) return { isLive: true, seq: events.length, state, events }
  return { isLive: false, seq, state: stateAt(index, seq), events: events.slice(0, seq) }
}

/** A run below as it was at an instant of the one above, before it had begun too; null is now. */
export function momentAt(index: RunIndex, at: number | null): Moment {
  if (at === null) return momentOf(index, null)
  const seq = seqBy(index.events, at)
  return { isLive: false, seq, state: stateAt(index, seq), events: index.events.slice(0, seq) }
}

export function hasEvent({ events }: Pick<RunIndex, 'events'>, seq: number): boolean {
  return Number.isInteger(seq) && seq >= 1 && seq <= events.length
}

/** The time of an instant: the clock while it is live, else that of its last event. */
export function timeOf({ isLive, state }: Moment, now: number): number {
  // The clock of the page ticks once a second; the run may be ahead of it.
  return isLive ? Math.max(now, state.at) : state.at
}
