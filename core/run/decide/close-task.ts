import { stepState } from '../state.ts'
import type { Decision } from './decision.ts'

/** If the step waits for a person, nobody is to be asked any more. */
export function closeTask(decision: Decision, name: string, reason: string): void {
  const step = stepState(decision.draft, name)
  if (step?.status !== 'waiting_person') return
  decision.emit({
    type: 'workflow.human_task.closed',
    step: name,
    iteration: step.iteration,
    payload: { task_id: step.task.task_id, reason },
  })
}
