import type { Flying } from '../fan.ts'
import { stepState } from '../state.ts'
import type { Decision } from './decision.ts'

/** Closes the open human tasks of a step and of its items. */
export function closeTask(decision: Decision, name: string, reason: string): void {
  const step = stepState(decision.nextState, name)
  if (step?.status === 'fanned_out') {
    for (const flying of step.fan.flight) closeItemTask(decision, name, step.iteration, flying, reason)
  }
  if (step?.status !== 'waiting_person') return
  decision.emit({
    type: 'workflow.human_task.closed',
    step: name,
    iteration: step.iteration,
    payload: { task_id: step.task.task_id, reason },
  })
}

export function closeItemTask(
  decision: Decision,
  step: string,
  iteration: number,
  flying: Flying,
  reason: string,
): void {
  if (flying.status !== 'waiting_person') return
  const payload = { task_id: flying.task.task_id, reason }
  decision.emit({ type: 'workflow.human_task.closed', step, iteration, item: flying.item, payload })
}
