import type { ChildState } from '../../state.ts'
import type { Decision } from '../decision.ts'

/**
 * Ends dropped children that this batch spawns. A child is made when its batch is stored. A child that is no longer
 * awaited by then is not made, and the batch itself records its end, so that a history never names a run that will not
 * start. (A child that goes on without its parent is made all the same: `detached.ts`.)
 */
export function endUnstarted(decision: Decision): void {
  for (const [runId, { dropped }] of Object.entries(decision.nextState.children)) {
    if (dropped && decision.isUnstarted(runId)) endUnstartedChild(decision, runId)
  }
}

/** Ends unmade children before the outcome of the run, whose verdict counts the possible effects of children. */
export function endUnstartedOfEnding(decision: Decision): void {
  for (const [runId, { dropped, abandon }] of Object.entries(decision.nextState.children)) {
    if ((dropped || !abandon) && decision.isUnstarted(runId)) endUnstartedChild(decision, runId)
  }
}

/** Ends one unmade child; the caller ends the step or item that waits for it. */
export function endUnstartedChild(decision: Decision, runId: string): void {
  const { step, iteration, item } = decision.nextState.children[runId] as ChildState
  const error = { code: 'INTERRUPTED', message: 'Its step was stopped at the same moment.', step }
  decision.emit({
    type: 'workflow.child.ended',
    step,
    iteration,
    ...(item !== undefined && { item }),
    payload: { child_run_id: runId, status: 'CANCELLED', state: {}, error, verdict: 'safe', never_began: true },
  })
}
