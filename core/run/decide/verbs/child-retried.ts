import type { ParallelStep } from '#core/definition/definition.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { endsOf } from '../../fan.ts'
import type { Failed } from '../../step-state.ts'
import { isRetryable } from '../../views/status.ts'
import type { Decision } from '../decision.ts'
import { failedSteps } from '../failure/failed-steps.ts'
import { openRunAttempt } from '../open-run-attempt.ts'
import { startItems } from '../parallel/start-parallel.ts'
import { stale } from '../refuse.ts'
import { restartEnclosing } from '../restart-enclosing.ts'
import { effectsOf, recordStart, setTimeoutTimer } from '../steps/visit.ts'

/**
 * A failed child was retried. A parent that failed only through this child is opened again, and its step waits for the
 * same child. Any other parent is not concerned: it failed for more reasons, went on without the child, has a new one,
 * or has undone some of its work, so that it needs a retry of its own.
 */
export function childRetried(decision: Decision, { child_run_id }: CommandOf<'child_retried'>): Refusal | null {
  const { nextState, executable } = decision
  const failures = failedSteps(executable, nextState)
  // The containers around the step failed because of the step.
  const step = failures.at(-1)
  const around = step === undefined ? [] : executable.around(step.name)
  const others = failures.filter((each) => each !== step && !around.some((loop) => loop === each))
  const state = step === undefined ? undefined : (nextState.steps[step.name] as Failed)
  const through = state === undefined ? undefined : failedThrough(state)
  const ended = nextState.outcome !== null && isRetryable(nextState.outcome.status) && !nextState.acknowledged
  // A run with an envelope discovers and locks again: it has to be retried itself.
  const waitable = ended && !nextState.header.envelope && !Object.values(nextState.steps).some(({ undone }) => undone)
  if (step === undefined || state === undefined || through?.runId !== child_run_id || others.length > 0 || !waitable) {
    return stale(`The run did not fail only through the child run ${child_run_id}.`)
  }
  const { runId, item, ...child } = through
  const { iteration } = state
  openRunAttempt(decision, { actor: { id: 'engine' } })
  restartEnclosing(decision, step.name)
  const visit = { step: step.name, iteration, attempt: state.attempt + 1 }
  recordStart(decision, step, visit)
  const ref = { step: step.name, iteration, ...(item !== undefined && { item }) }
  const name = item === undefined ? undefined : (step as ParallelStep).tasks?.[item]?.name
  const effects = effectsOf(decision, step)
  const payload = { child_run_id: runId, ...child, ...(name !== undefined && { name }), ...effects }
  decision.emit({ type: 'workflow.child.retried', ...ref, payload })
  setTimeoutTimer(decision, step, visit)
  if (item !== undefined) startItems(decision, step as ParallelStep)
  return null
}

type Through = NonNullable<Failed['child']> & { readonly item?: number }

/** The one child through which the step failed: its own, or that of the one item that failed. */
function failedThrough({ child, fan }: Failed): Through | undefined {
  if (child !== undefined || fan === undefined) return child
  const failures = endsOf(fan).flatMap((end, item) => (end !== null && 'error' in end ? [{ item, ...end.child }] : []))
  const [only, another] = failures
  if (only?.runId === undefined || another !== undefined) return undefined
  return only as Through
}
