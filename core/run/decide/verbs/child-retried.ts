import type { CommandOf, Refusal } from '../../command.ts'
import { type Failed, stepState } from '../../state.ts'
import { isRetryable } from '../../views.ts'
import type { Decision } from '../decision.ts'
import { openRunAttempt } from '../open-run-attempt.ts'
import { stale } from '../refuse.ts'
import { recordStart } from '../steps/visit.ts'

/**
 * A child that had failed was retried. A run that failed only through it is
 * opened again, and its step waits for that same child; any other is not
 * concerned: it failed for more than that, went on without the child, or has a
 * new one.
 */
export function childRetried(decision: Decision, { child_run_id }: CommandOf<'child_retried'>): Refusal | null {
  const { draft, executable } = decision
  const failures = executable.steps.filter((step) => {
    const state = stepState(draft, step.name)
    return state?.status === 'failed' && !state.handled
  })
  // A loop around the step failed by it.
  const step = failures.at(-1)
  const around = step === undefined ? [] : executable.loopsAround(step.name)
  const others = failures.filter((each) => each !== step && !around.some((loop) => loop === each))
  const state = step === undefined ? undefined : (draft.steps[step.name] as Failed)
  const ended = draft.outcome !== null && isRetryable(draft.outcome.status) && !draft.acknowledged
  if (step === undefined || state?.child?.runId !== child_run_id || others.length > 0 || !ended) {
    return stale(`The run did not fail only through the child run ${child_run_id}.`)
  }
  const { runId, ...child } = state.child
  const { iteration } = state
  openRunAttempt(decision, { id: 'engine' })
  for (const loop of around) {
    const { iteration, attempt } = draft.steps[loop.name] as Failed
    recordStart(decision, loop, { step: loop.name, iteration, attempt: attempt + 1 })
  }
  recordStart(decision, step, { step: step.name, iteration, attempt: state.attempt + 1 })
  const payload = { child_run_id: runId, ...child }
  decision.emit({ type: 'workflow.child.retried', step: step.name, iteration, payload })
  return null
}
