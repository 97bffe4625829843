import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../decision.ts'
import { refuseTransition } from '../refuse.ts'

/** A hold lets steps in flight go on and lets nothing start. */
export function pause(decision: Decision, { actor, reason, cause }: CommandOf<'pause'>): Refusal | null {
  const { nextState } = decision
  if (nextState.outcome !== null) return refuseTransition(decision, 'pause')
  if (nextState.rollback !== null) return refuseTransition(decision, 'pause', 'it is rolling back')
  if (nextState.hold !== null) return refuseTransition(decision, 'pause', 'it is already paused')
  decision.emit({
    type: 'workflow.run.paused',
    payload: { actor, cause: cause ?? 'operator', ...(reason !== undefined && { reason }) },
  })
  return null
}
