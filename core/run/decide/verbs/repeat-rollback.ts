import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../decision.ts'
import { rollBackUnsafe } from '../envelope/roll-back-unsafe.ts'
import { refuse, refuseTransition } from '../refuse.ts'
import { isUnseen } from '../seen-at.ts'
import { whyClosed } from './acknowledge.ts'

/**
 * An operator retries the compensations that a saga could not complete; when they succeed, the run ends as
 * FAILED_ROLLED_BACK after all.
 */
export function repeatRollback(decision: Decision, command: CommandOf<'rollback'>): Refusal | null {
  const { actor, reason } = command
  const { outcome, undo, acknowledged } = decision.nextState
  if (outcome === null) {
    return refuseTransition(decision, 'rollback', 'it has not ended; cancel it with compensate to roll it back')
  }
  if (acknowledged) return refuseTransition(decision, 'rollback', whyClosed(decision.nextState))
  if (decision.nextState.header.envelope) return rollBackUnsafe(decision, command)
  if (command.only !== undefined || command.resolved !== undefined) {
    return refuse('INVALID_INPUT', 'Only a run with an envelope takes `only` and `resolved`.', { field: 'resolved' })
  }
  if (outcome.status !== 'FAILED' || undo.length === 0) {
    return refuseTransition(decision, 'rollback', 'nothing is left to undo')
  }
  if (isUnseen(outcome.at, command)) {
    return refuseTransition(decision, 'rollback', 'it failed again after your request')
  }
  const { error } = outcome
  const why = { ...(error !== undefined && { error }), ...(reason !== undefined && { reason }) }
  decision.emit({
    type: 'workflow.run.rolling_back',
    payload: { status: 'ACTIVE', cause: 'failure', actor, ...why, again: true },
  })
  return null
}
