import { limits } from '#core/limits.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { refuse, refuseTransition } from '../../decide/refuse.ts'
import { codeOf } from './record-of.ts'

/** A signal is news for the body, which keeps it until there is a handler. */
export function signalCode(decision: Decision, command: CommandOf<'signal'>): Refusal | null {
  const { nextState } = decision
  const { actor, signal_name, payload: data, reason } = command
  if (nextState.outcome !== null) return refuseTransition(decision, 'signal')
  if (nextState.rollback !== null) return refuseTransition(decision, 'signal', 'it is rolling back')
  const { news, unread } = codeOf(nextState)
  if (unread + news.filter(({ kind }) => kind === 'signal').length >= limits.code.queuedSignals) {
    return refuseTransition(decision, 'signal', `${limits.code.queuedSignals} signals are already waiting`)
  }
  const payload = { signal: signal_name, data, actor, ...(reason !== undefined && { reason }) }
  decision.emit({ type: 'workflow.signal.received', payload })
  return null
}

/** An update waits for the body, which accepts or rejects it. The same update is requested once. */
export function requestUpdate(decision: Decision, command: CommandOf<'update'>): Refusal | null {
  const { nextState } = decision
  const { update_id, name, args } = command
  if (nextState.outcome !== null) {
    return refuse('INVALID_TRANSITION', 'The run has ended: it takes no updates.', { from: nextState.outcome.status })
  }
  if (nextState.rollback !== null) return refuse('INVALID_TRANSITION', 'The run is rolling back: it takes no updates.')
  const { updates } = codeOf(nextState)
  if (Object.hasOwn(updates, update_id)) return null
  if (Object.keys(updates).length >= limits.code.openUpdates) {
    return refuse(
      'INVALID_TRANSITION',
      `${limits.code.openUpdates} updates of this run are open. Wait for one of them.`,
    )
  }
  decision.emit({ type: 'workflow.update.requested', payload: { update_id, name, args } })
  return null
}
