import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../decision.ts'
import { outcomeFacts } from '../end-run.ts'
import { recordVerdict } from '../envelope/verdict.ts'
import { setRunTimer } from '../keep-clocks.ts'

/**
 * Records that an engine took the run over; this record fences the previous owner. The first record of a queued run
 * also starts the run, with its first steps in the same batch.
 */
export function own(decision: Decision, command: CommandOf<'own'>): Refusal | null {
  const { nextState, executable } = decision
  const { engine_id, epoch, handed_back, budget } = command
  const hasBegun = nextState.startedAt !== null || nextState.outcome !== null
  if (hasBegun || nextState.envelope !== undefined || budget === 'exhausted') {
    decision.emit({ type: 'workflow.run.owned', payload: { engine_id, epoch, ...(handed_back && { handed_back }) } })
    if (!hasBegun && budget === 'exhausted') failUnbegun(decision)
    return null
  }
  decision.emit({ type: 'workflow.run.promoted', payload: { engine_id, epoch } })
  // A run with an envelope passes its phases first (envelope/advance-envelope.ts).
  if (nextState.header.envelope) return null
  decision.emit({ type: 'workflow.run.started', payload: {} })
  const { timeout_seconds } = executable.definition
  if (timeout_seconds !== undefined) setRunTimer(decision, Math.round(timeout_seconds * 1_000))
  decision.agenda.push(...executable.steps.map((step) => step.name))
  return null
}

/**
 * Ends a run for which there is no slot. Nothing of it began: it is safe, its steps were not skipped by anything, and
 * `fail_fast`, which is about steps, does not call it cancelled.
 */
function failUnbegun(decision: Decision): void {
  const error = { code: 'BUDGET_EXHAUSTED', message: 'Subprocess connection budget exhausted' }
  const outcome = {
    type: 'workflow.run.failed',
    payload: { status: 'FAILED', error, ...outcomeFacts(decision) },
  } as const
  recordVerdict(decision, outcome)
  decision.emit(outcome)
}
