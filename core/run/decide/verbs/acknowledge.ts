import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../decision.ts'
import { refuseTransition } from '../refuse.ts'

/** The outcome was seen and accepted. Saying so again changes nothing. */
export function acknowledge(decision: Decision, { actor }: CommandOf<'acknowledge'>): Refusal | null {
  const { draft } = decision
  if (draft.outcome === null) return refuseTransition(decision, 'acknowledge', 'it has not ended')
  if (!draft.acknowledged) decision.emit({ type: 'workflow.run.acknowledged', payload: { actor } })
  return null
}
