import { withEndedCommands } from '#core/run/code/shown/with-ended-commands.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState, type RunState } from '#core/run/state.ts'

/** Initial distance between two snapshots in events; it doubles whenever there are more snapshots than this. */
const firstDistance = 128
const mostSnapshots = 256

/**
 * A history with random access: the state after any event costs a fold from the snapshot before it, never from the
 * first event. `events[0]` is event 1.
 */
export interface RunIndex {
  readonly events: readonly RunEvent[]
  /** The state after the last event. */
  readonly state: RunState
  /** Snapshots after every `distance` events, beginning with zero events. */
  readonly snapshots: readonly RunState[]
  readonly distance: number
}

export function indexRun(events: readonly RunEvent[]): RunIndex {
  const state = initialState()
  return extendIndex({ events: [], state, snapshots: [state], distance: firstDistance }, events)
}

/** The index extended by the events after its last one. */
export function extendIndex(index: RunIndex, fresh: readonly RunEvent[]): RunIndex {
  const events = [...index.events, ...fresh]
  let { state, snapshots, distance } = index
  while (state.seq < events.length) {
    const next = Math.min((Math.floor(state.seq / distance) + 1) * distance, events.length)
    state = fold(state, events.slice(state.seq, next))
    if (next % distance !== 0) break
    snapshots = [...snapshots, state]
    if (snapshots.length > mostSnapshots) {
      snapshots = snapshots.filter((_, position) => position % 2 === 0)
      distance *= 2
    }
  }
  return { events, state, snapshots, distance }
}

const indexes = new WeakMap<readonly RunEvent[], RunIndex>()

/** The index of a history that does not grow, cached by its list of events. */
export function indexOnce(events: readonly RunEvent[]): RunIndex {
  const known = indexes.get(events)
  if (known !== undefined) return known
  const index = indexRun(events)
  indexes.set(events, index)
  return index
}

/** The state after event number `seq`; a number outside the history counts as its nearest end. */
export function stateAt({ events, state, snapshots, distance }: RunIndex, seq: number): RunState {
  const wanted = Math.min(Math.max(seq, 0), events.length)
  if (wanted === events.length) return state
  const position = Math.min(Math.floor(wanted / distance), snapshots.length - 1)
  const snapshot = snapshots[position] as RunState
  return wanted === snapshot.seq ? snapshot : fold(snapshot, events.slice(snapshot.seq, wanted))
}

/** The state after event number `seq` as pages show it: of a run of code, with the commands that have ended. */
export function shownAt(index: RunIndex, seq: number): RunState {
  const state = stateAt(index, seq)
  if (state.code === undefined) return state
  const known = shown.get(state)
  if (known !== undefined) return known
  const whole = withEndedCommands(state, index.events.slice(0, state.seq))
  shown.set(state, whole)
  return whole
}

/** Computed once for each state. */
const shown = new WeakMap<RunState, RunState>()
