import type { RunEvent } from './event.ts'
import type { RunState } from './state.ts'

/** The state after one more event. Pure; needs no definition. */
export function evolve(_state: RunState, _event: RunEvent): RunState {
  throw new Error('being written')
}

/** The state after several more events; one copy for all of them. */
export function fold(_state: RunState, _events: Iterable<RunEvent>): RunState {
  throw new Error('being written')
}
