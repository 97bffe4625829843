import type { CommandOf, Refusal } from '../../command.ts'
import { stepState } from '../../state.ts'
import type { Decision } from '../decision.ts'
import { stale } from '../refuse.ts'
import { withdraw } from '../rollback/stop-step.ts'

/**
 * The queue confirms that no worker had begun the task of a run that rolls back, so the rollback need not wait for it.
 */
export function workWithdrawn(decision: Decision, command: CommandOf<'work_withdrawn'>): Refusal | null {
  const { step, iteration, attempt } = command
  const { steps, rollback } = decision.nextState
  const state = stepState({ steps }, step)
  const isAwaited = state?.status === 'running' && state.iteration === iteration && state.attempt === attempt
  if (!isAwaited || rollback === null)
    return stale(`The run does not wait for attempt ${attempt} of ${step} (visit ${iteration}).`)
  withdraw(decision, step)
  return null
}
