import type { CommandOf, Refusal } from '../../command.ts'
import { type StepState, stepState } from '../../state.ts'
import { isRetryable } from '../../views.ts'
import type { Decision } from '../decision.ts'
import { openRunAttempt } from '../open-run-attempt.ts'
import { refuse, refuseTransition } from '../refuse.ts'

/**
 * Opens the next attempt of a failed run: its failed, interrupted and
 * failure-skipped steps run again, under the same key; results of the others
 * are reused. With `from_step`, that step and everything downstream of it run
 * again too, completed ones as their next iteration, and their results leave
 * `state`.
 */
export function retry(decision: Decision, { actor, from_step }: CommandOf<'retry'>): Refusal | null {
  const { draft, executable } = decision
  if (draft.outcome === null || !isRetryable(draft.outcome.status)) return refuseTransition(decision, 'retry')
  if (draft.acknowledged) return refuseTransition(decision, 'retry', 'its outcome was acknowledged')
  const names = executable.steps.map((step) => step.name).filter((name) => executable.loopOf(name) === undefined)
  if (from_step !== undefined && !names.includes(from_step)) {
    const [loop] = executable.has(from_step) ? executable.loopsAround(from_step) : []
    const why = loop === undefined ? '' : ` to go on from; it is part of ${loop.name}: name that`
    return refuse('STEP_NOT_FOUND', `There is no step ${from_step}${why}.`, { field: 'from_step' })
  }
  if (from_step !== undefined && !hasRun(stepState(draft, from_step))) {
    return refuseTransition(decision, 'retry', `it never came to ${from_step}`)
  }
  openRunAttempt(decision, actor, from_step)
  return null
}

function hasRun(state: StepState | undefined): boolean {
  return state !== undefined && (state.status === 'completed' || state.attempt > 0)
}
