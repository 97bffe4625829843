import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../decision.ts'
import { clientState, closeRun } from '../end-run.ts'
import { refuseTransition } from '../refuse.ts'
import { startRollback } from '../start-rollback.ts'

/** Takes effect at once; a saga may be asked to compensate first. */
export function cancel(decision: Decision, command: CommandOf<'cancel'>): Refusal | null {
  const { draft } = decision
  const { actor, reason, cause = 'operator', compensate } = command
  if (draft.outcome !== null) return refuseTransition(decision, 'cancel')
  if (draft.rollback !== null) return refuseTransition(decision, 'cancel', 'it is rolling back')
  const why = { actor, cause, ...(reason !== undefined && { reason }) }
  if (compensate && draft.header.saga && draft.startedAt !== null) {
    startRollback(decision, why)
    return null
  }
  closeRun(decision, {
    type: 'workflow.run.cancelled',
    payload: { status: 'CANCELLED', ...why, ...clientState(decision) },
  })
  return null
}
