import { stepState } from '../state.ts'
import { isOpen } from '../step-state.ts'
import { closeTask } from './close-task.ts'
import type { Decision } from './decision.ts'

/** Supersedes the open body steps of a loop that ends before its round does. */
export function endBody(decision: Decision, loop: string): void {
  const state = stepState(decision.nextState, loop)
  if (state?.status !== 'looping') return
  for (const name of state.rounds.body) {
    const inner = stepState(decision.nextState, name)
    if (isOpen(inner)) supersede(decision, name, inner.iteration)
  }
}

/** Skips a step in flight as superseded, with the bodies of its loops. */
export function supersede(decision: Decision, step: string, iteration: number): void {
  endBody(decision, step)
  closeTask(decision, step, 'superseded')
  decision.emit({ type: 'workflow.node.skipped', step, iteration, payload: { reason: 'superseded' } })
}
