import { limits } from '#core/limits.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { refuse, refuseTransition } from '../../decide/refuse.ts'
import { closeCode } from './end-code.ts'
import { codeOf } from './record-of.ts'
import { endCodeRollbackNow } from './roll-back-code.ts'

/**
 * Asks the body to end: it may clean up within the grace, after which the run is cancelled. `force` ends any body at
 * once, also one that was asked before.
 */
export function cancelCode(decision: Decision, command: CommandOf<'cancel'>): Refusal | null {
  const { nextState } = decision
  const { actor, reason, cause = 'operator', compensate, force } = command
  if (nextState.outcome !== null) return refuseTransition(decision, 'cancel')
  if (nextState.rollback !== null) {
    if (!force) return refuseTransition(decision, 'cancel', 'it is rolling back; use force to end it as it is')
    endCodeRollbackNow(decision, { actor, ...(reason !== undefined && { reason }) })
    return null
  }
  if (force && compensate) {
    const message = 'force ends the run immediately and undoes nothing: use either force or compensate, not both.'
    return refuse('INVALID_INPUT', message, { field: 'force' })
  }
  const payload = { actor, cause, ...(reason !== undefined && { reason }) }
  if (force || nextState.startedAt === null) {
    closeCode(decision, { type: 'workflow.run.cancelled', payload: { status: 'CANCELLED', ...payload } })
    return null
  }
  const { cancel } = codeOf(nextState)
  if (cancel !== null) {
    return refuseTransition(decision, 'cancel', 'its code was asked to end already; use force to end it as it is')
  }
  decision.emit({
    type: 'workflow.run.cancel_requested',
    payload: { ...payload, ...(compensate && { compensate }) },
  })
  const graceMs = graceOf(decision)
  if (graceMs > 0) {
    const timer_id = `cancel_grace:${nextState.seq + 1}`
    const due_at = decision.now + graceMs
    decision.emit({ type: 'workflow.timer.set', payload: { timer_id, due_at, purpose: 'cancel_grace' } })
  }
  return null
}

/** The grace of the definition in milliseconds; 0 waits for the body for ever. */
function graceOf({ executable }: Decision): number {
  const { cancel_grace_seconds } = executable.definition as { readonly cancel_grace_seconds?: number }
  return cancel_grace_seconds === undefined ? limits.code.cancelGraceMs : Math.round(cancel_grace_seconds * 1_000)
}
