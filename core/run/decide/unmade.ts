import type { ChildState } from '../state.ts'
import type { Decision } from './decision.ts'

/**
 * A child that a batch spawns is made when that batch is stored. One that nobody waits for any more by then is not made, and
 * the batch itself says how it ended: a history never names a run that nobody will start. (One that goes on without its
 * parent is made all the same: `detached.ts`.)
 */
export function endUnmade(decision: Decision): void {
  for (const [runId, { dropped }] of Object.entries(decision.draft.children)) {
    if (dropped && decision.isUnmade(runId)) endUnmadeChild(decision, runId)
  }
}

/** Before the outcome of the run, whose verdict counts what children may have done. */
export function endUnmadeOfEnding(decision: Decision): void {
  for (const [runId, { dropped, abandon }] of Object.entries(decision.draft.children)) {
    if ((dropped || !abandon) && decision.isUnmade(runId)) endUnmadeChild(decision, runId)
  }
}

/** What waits for it is ended by the caller. */
export function endUnmadeChild(decision: Decision, runId: string): void {
  const { step, iteration, item } = decision.draft.children[runId] as ChildState
  const error = { code: 'INTERRUPTED', message: 'Its step was given up in the same moment.', step }
  decision.emit({
    type: 'workflow.child.ended',
    step,
    iteration,
    ...(item !== undefined && { item }),
    payload: { child_run_id: runId, status: 'CANCELLED', state: {}, error, verdict: 'safe', never_began: true },
  })
}
