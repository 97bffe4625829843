import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../decision.ts'
import { setRunTimer } from '../keep-clocks.ts'

/**
 * Records that an engine took the run over; this record fences the previous owner. The first record of a queued run
 * also starts the run, with its first steps in the same batch.
 */
export function own(decision: Decision, { engine_id, epoch, handed_back }: CommandOf<'own'>): Refusal | null {
  const { nextState, executable } = decision
  if (nextState.startedAt !== null || nextState.outcome !== null) {
    decision.emit({ type: 'workflow.run.owned', payload: { engine_id, epoch, ...(handed_back && { handed_back }) } })
    return null
  }
  decision.emit({ type: 'workflow.run.promoted', payload: { engine_id, epoch } })
  decision.emit({ type: 'workflow.run.started', payload: {} })
  const { timeout_seconds } = executable.definition
  if (timeout_seconds !== undefined) setRunTimer(decision, Math.round(timeout_seconds * 1_000))
  decision.agenda.push(...executable.steps.map((step) => step.name))
  return null
}
