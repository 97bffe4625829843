import { cleanText } from '#core/clean-text.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { stepState } from '../../state.ts'
import type { Decision } from '../decision.ts'
import { stale } from '../refuse.ts'

export function progress(decision: Decision, command: CommandOf<'progress'>): Refusal | null {
  const { step, iteration, attempt, fraction, note } = command
  const state = stepState(decision.nextState, step)
  const awaited = state?.status === 'running' && state.iteration === iteration && state.attempt === attempt
  if (!awaited) return stale(`The run does not wait for attempt ${attempt} of ${step} (visit ${iteration}).`)
  decision.emit({
    type: 'workflow.node.progress',
    step,
    iteration,
    attempt,
    payload: { ...(fraction !== undefined && { fraction }), ...(note !== undefined && { note: cleanText(note) }) },
  })
  return null
}
