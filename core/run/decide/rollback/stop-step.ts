import { stepState } from '../../state.ts'
import { isOpen, type OpenStep } from '../../step-state.ts'
import { closeTask } from '../close-task.ts'
import type { Decision } from '../decision.ts'
import { endUnstartedChild } from './unstarted-children.ts'

/** Withdraws an attempt or a child that has not begun and never will. */
export function withdraw(decision: Decision, step: string): void {
  const { iteration } = decision.nextState.steps[step] as OpenStep
  const payload = { reason: 'run_ended', withdrawn: true } as const
  decision.emit({ type: 'workflow.node.skipped', step, iteration, payload })
}

/**
 * Stops a step that is given up, unless it must settle first: an attempt that may have begun, or a live child. True when
 * the step is not open afterwards.
 */
export function stopStep(decision: Decision, name: string): boolean {
  const { nextState } = decision
  const step = stepState(nextState, name)
  if (!isOpen(step)) return true
  if (step.status === 'running') {
    if (decision.hasBegun({ step: name, iteration: step.iteration, attempt: step.attempt })) return false
    withdraw(decision, name)
    return true
  }
  if (step.status === 'waiting_child' && !nextState.children[step.childRunId]?.abandon) {
    if (!decision.isUnstarted(step.childRunId)) return false
    endUnstartedChild(decision, step.childRunId)
    withdraw(decision, name)
    return true
  }
  closeTask(decision, name, 'run_ended')
  const { iteration } = step
  decision.emit({ type: 'workflow.node.skipped', step: name, iteration, payload: { reason: 'run_ended' } })
  return true
}
