import type { Effect } from '../effect.ts'
import type { ChildState, RunState } from '../state.ts'

type Timer = Extract<Effect, { kind: 'timer' }>

export function timerOwed(step: string, id: string, dueAt: number, purpose: Timer['purpose']): Timer {
  return { kind: 'timer', id, step, dueAt, purpose }
}

/** A retried child exists already. */
export function childOwed(state: RunState, step: string, iteration: number, runId: string): readonly Effect[] {
  const { workflow, input, abandon } = state.children[runId] as ChildState
  if (input === undefined) return []
  const onParentClose = abandon ? 'abandon' : 'cancel'
  return [{ kind: 'child', id: runId, step, iteration, workflow, input, onParentClose }]
}
