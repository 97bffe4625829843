import type { ChildState, Decided, RunState } from '../state.ts'
import type { StepState, Write } from '../step-state.ts'

/**
 * A mutable copy of a state: the same shape, with its maps open to change. Only `evolve`, `fold` and a decision hold a
 * draft, each its own, so that a batch of events costs one copy. Values inside the maps are never changed, only
 * replaced.
 */
export type MutableState = { -readonly [Key in keyof RunState]: RunState[Key] } & {
  steps: Record<string, StepState>
  outputs: Record<string, RunState['outputs'][string]>
  writes: Record<string, readonly Write[]>
  open: string[]
  children: Record<string, ChildState>
  decisions: Record<string, Decided>
}

export function mutableStateOf(state: RunState): MutableState {
  return {
    ...state,
    steps: { ...state.steps },
    outputs: { ...state.outputs },
    writes: { ...state.writes },
    open: [...state.open],
    children: { ...state.children },
    decisions: { ...state.decisions },
  }
}
