import type { Json } from '#core/json.ts'
import type { RunState } from './state.ts'

/** What was sent under a name and not yet read, the oldest first. */
export function queuedSignals(state: RunState, name: string): readonly Json[] {
  return Object.hasOwn(state.signals, name) ? (state.signals[name] as readonly Json[]) : []
}

export function countSignals(state: RunState): number {
  return Object.values(state.signals).reduce((sum, queue) => sum + queue.length, 0)
}
