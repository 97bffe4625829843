import type { CommandOf, Refusal } from '../../command.ts'
import type { ReopenedStep } from '../../event.ts'
import { downstreamOf } from '../../reach.ts'
import { type StepState, stepState } from '../../state.ts'
import { isRetryable } from '../../views.ts'
import { setRunTimer } from '../conclude.ts'
import type { Decision } from '../decision.ts'
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
  const names = executable.definition.steps.map((step) => step.name)
  if (from_step !== undefined && !names.includes(from_step)) {
    return refuse('STEP_NOT_FOUND', `There is no step ${from_step}.`, { field: 'from_step' })
  }
  if (from_step !== undefined && !hasRun(stepState(draft, from_step))) {
    return refuseTransition(decision, 'retry', `it never came to ${from_step}`)
  }
  const again = from_step === undefined ? new Set<string>() : downstreamOf(executable, from_step)
  const steps: ReopenedStep[] = []
  for (const name of names) {
    const state = stepState(draft, name)
    if (state === undefined || !(again.has(name) || isUnfinished(state))) continue
    const iteration = state.status === 'completed' ? state.iteration + 1 : state.iteration
    const { entered } = state
    const stillEntered = entered !== undefined && (!again.has(name) || name === from_step || !again.has(entered))
    steps.push({ step: name, iteration, ...(stillEntered && { entered }) })
  }
  const run_attempt = draft.runAttempt + 1
  const from = from_step === undefined ? {} : { from_step }
  decision.emit({ type: 'workflow.run.retried', payload: { actor, ...from, run_attempt } })
  const forgotten = from_step === undefined ? {} : { forgotten: [...again] }
  decision.emit({ type: 'workflow.run.reopened', payload: { reason: 'retry', steps, ...forgotten } })
  const { timeout_seconds } = executable.definition
  if (timeout_seconds !== undefined) setRunTimer(decision, Math.round(timeout_seconds * 1_000))
  decision.agenda.push(...names)
  return null
}

function hasRun(state: StepState | undefined): boolean {
  return state !== undefined && (state.status === 'completed' || state.attempt > 0)
}

/** Failed for good, interrupted, skipped because of a failure, or undone by a saga. */
function isUnfinished(state: StepState): boolean {
  if (state.status === 'failed') return !state.handled
  if (state.status === 'skipped') return state.reason === 'failed' || state.reason === 'run_ended'
  return state.status === 'completed' && state.undone === true
}
