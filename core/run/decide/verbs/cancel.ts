import type { CommandOf, Refusal } from '../../command.ts'
import { hasStarted } from '../../views/phases.ts'
import type { Decision } from '../decision.ts'
import { closeRun, outcomeFacts } from '../end-run.ts'
import { refuse, refuseTransition } from '../refuse.ts'
import { endRollbackNow } from '../rollback/roll-back.ts'
import { startRollback } from '../rollback/start-rollback.ts'

/**
 * Cancels a run at once; a saga may be asked to compensate first. `force` ends the run whatever it waits for, also
 * during its rollback: every live run has this way out.
 */
export function cancel(decision: Decision, command: CommandOf<'cancel'>): Refusal | null {
  const { nextState } = decision
  const { actor, reason, cause = 'operator', compensate, force } = command
  if (nextState.outcome !== null) return refuseTransition(decision, 'cancel')
  if (force && compensate) {
    const message = 'force ends the run immediately and undoes nothing: use either force or compensate, not both.'
    return refuse('INVALID_INPUT', message, { field: 'force' })
  }
  const said = { actor, ...(reason !== undefined && { reason }) }
  if (nextState.rollback !== null) {
    if (!force) return refuseTransition(decision, 'cancel', 'it is rolling back; use force to end it as it is')
    endRollbackNow(decision, said)
    return null
  }
  const why = { ...said, cause }
  if (compensate && nextState.header.saga && hasStarted(nextState)) {
    startRollback(decision, why)
    return null
  }
  closeRun(decision, {
    type: 'workflow.run.cancelled',
    payload: { status: 'CANCELLED', ...why, ...outcomeFacts(decision) },
  })
  return null
}
