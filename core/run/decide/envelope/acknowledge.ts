import { acknowledgedPhase } from '../../evolve/phase.ts'
import type { ActorRef } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { changePhase } from './change-phase.ts'

/** Records that an outcome is acknowledged: by a person, or by the policy of the envelope. */
export function recordAcknowledgement(
  decision: Decision,
  actor: ActorRef,
  more: { readonly reason?: string; readonly continued_by?: string } = {},
): void {
  const { nextState } = decision
  if (nextState.header.envelope && !nextState.acknowledged) {
    const isAuto = actor.id === 'engine'
    changePhase(decision, {
      to: acknowledgedPhase(nextState.phase),
      event: 'Acknowledge',
      result: isAuto ? 'auto' : 'manual',
      ...(!isAuto && { actor }),
      ...(more.reason !== undefined && { note: more.reason }),
    })
  }
  decision.emit({ type: 'workflow.run.acknowledged', payload: { actor, ...more } })
}
