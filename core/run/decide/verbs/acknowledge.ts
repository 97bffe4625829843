import type { CommandOf, Refusal } from '../../command.ts'
import type { RunState } from '../../state.ts'
import { isRetryable } from '../../views/status.ts'
import type { Decision } from '../decision.ts'
import { recordAcknowledgement } from '../envelope/acknowledge.ts'
import { refuseTransition } from '../refuse.ts'
import { isUnseen } from '../seen-at.ts'

/**
 * An operator accepts the outcome, or lets another run go on with the results. A repeated acknowledgement changes
 * nothing.
 */
export function acknowledge(decision: Decision, command: CommandOf<'acknowledge'>): Refusal | null {
  const { nextState } = decision
  const { actor, reason, continued_by } = command
  if (nextState.outcome === null) return refuseTransition(decision, 'acknowledge', 'it has not ended')
  if (continued_by !== undefined && continued_by !== nextState.continuedBy) {
    if (!isRetryable(nextState.outcome.status)) return refuseTransition(decision, 'retry')
    if (nextState.acknowledged) return refuseTransition(decision, 'retry', whyClosed(nextState))
  }
  if (nextState.acknowledged) return null
  if (isUnseen(nextState.outcome.at, command)) {
    return refuseTransition(decision, 'acknowledge', 'it ended only after your request')
  }
  const more = { ...(reason !== undefined && { reason }), ...(continued_by !== undefined && { continued_by }) }
  recordAcknowledgement(decision, actor, more)
  return null
}

/** The reason why an acknowledged run cannot go on. */
export function whyClosed({ continuedBy }: RunState): string {
  return continuedBy === undefined
    ? 'its outcome was acknowledged'
    : `the run ${continuedBy} continues with its results`
}
