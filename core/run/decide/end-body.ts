import { stepState } from '../state.ts'
import { isOpen, type StepState } from '../step-state.ts'
import { closeTask } from './close-task.ts'
import type { Decision } from './decision.ts'

/** Supersedes the open steps within a loop that ends before its round does, or within a PARALLEL step that ends early. */
export function endBody(decision: Decision, container: string): void {
  for (const name of bodyOf(stepState(decision.nextState, container))) {
    const inner = stepState(decision.nextState, name)
    if (isOpen(inner)) supersede(decision, name, inner.iteration)
  }
}

function bodyOf(state: StepState | undefined): readonly string[] {
  if (state?.status === 'looping') return state.rounds.body
  if (state?.status !== 'fanned_out') return []
  return state.fan.flight.flatMap((flying) => (flying.status === 'in_step' ? [flying.branch] : []))
}

/** Skips a step in flight as superseded, with the steps within it. */
export function supersede(decision: Decision, step: string, iteration: number): void {
  endBody(decision, step)
  closeTask(decision, step, 'superseded')
  decision.emit({ type: 'workflow.node.skipped', step, iteration, payload: { reason: 'superseded' } })
}
