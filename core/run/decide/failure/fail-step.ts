import type { RetryPolicy, Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { defaultRoute } from '../../edges.ts'
import type { OpenStep } from '../../step-state.ts'
import type { RunError } from '../../words.ts'
import { closeTask } from '../close-task.ts'
import type { Decision } from '../decision.ts'
import { endBody } from '../end-body.ts'
import { endFailed } from '../end-run.ts'
import { follow } from '../follow.ts'
import { isGivenUp } from '../parallel/is-branch.ts'
import { recordCompletion } from '../record-completion.ts'
import { backOffMs } from './back-off.ts'
import { boundedError, type Failure } from './failure.ts'

/**
 * Handles a failed attempt, in this order (docs/lifecycle.md, Control flow): the attempts of `retry`; then `on_error:
 * ignore`; then `on_failure`; then the step has failed for good. Nothing is retried while a saga rolls back, or
 * while the PARALLEL step of a branch is given up.
 */
export function failStep(decision: Decision, step: Step, failure: Failure): void {
  closeTask(decision, step.name, failure.error.code === 'TIMEOUT' ? 'timeout' : 'failed')
  endBody(decision, step.name)
  const error = boundedError(failure.error, failure.error.step ?? step.name)
  if (decision.nextState.rollback !== null || isGivenUp(decision, step.name)) {
    recordFailure(decision, step, { ...failure, error }, false)
    return
  }
  if (failure.retryable && hasAttemptsLeft(decision, step, error)) {
    backOff(decision, step, error, failure.retryAfterMs)
    return
  }
  if (step.on_error === 'ignore' || isForgotten(step)) {
    const route = defaultRoute(decision.executable, step.name)
    recordCompletion(decision, step, { output: null, ignoredError: error, ...(route !== undefined && { route }) })
    follow(decision, step.name)
    return
  }
  if (step.on_failure === undefined) {
    failForGood(decision, step, { ...failure, error })
    return
  }
  recordFailure(decision, step, { ...failure, error }, true)
  follow(decision, step.name)
}

/** A rollback directive of a function fails the run, whatever would handle failures here. */
export function failAndRollBack(decision: Decision, step: Step, reason: string): void {
  const error = boundedError({ code: 'ROLLBACK_REQUESTED', message: reason }, step.name)
  recordFailure(decision, step, { error, retryable: false }, false)
  if (decision.nextState.rollback !== null) return
  for (const loop of decision.executable.around(step.name).toReversed()) {
    recordFailure(decision, loop, { error, retryable: false }, false)
  }
  endFailed(decision, error)
}

/** Fails a step without a failure edge: the run ends, or dependent steps are skipped (`fail_fast: false`). */
export function failForGood(decision: Decision, step: Step, failure: Failure): void {
  const error = boundedError(failure.error, failure.error.step ?? step.name)
  recordFailure(decision, step, { ...failure, error }, false)
  const around = decision.executable.around(step.name)
  // The PARALLEL step decides what the failure of its branch means.
  if (around.at(-1)?.type === 'PARALLEL') return
  if (!decision.nextState.header.fail_fast || around.some(takesOver)) {
    // In a loop, the end of the round finds the failure.
    follow(decision, step.name)
    return
  }
  for (const loop of around.toReversed()) recordFailure(decision, loop, { ...failure, error }, false)
  endFailed(decision, error, failure.cause)
}

/** Whether the step's function call is fire-and-forget, so that its failure changes nothing. */
function isForgotten(step: Step): boolean {
  return step.type === 'FIRE_AND_FORGET' && step.function !== undefined
}

/** Whether a loop survives a failure in its body. */
function takesOver({ on_error, on_failure }: Step): boolean {
  return on_error === 'ignore' || on_failure !== undefined
}

function recordFailure(decision: Decision, step: Step, failure: Failure, handled: boolean): void {
  const { error, cause, abandoned } = failure
  const state = decision.nextState.steps[step.name] as OpenStep
  const { iteration, attempt } = state
  const didSomething = cause === 'child' || (state.status === 'fanned_out' && state.fan.completed > 0)
  const undoable = !handled && didSomething && decision.nextState.header.saga && step.compensate_function !== undefined
  decision.emit({
    type: 'workflow.node.failed',
    step: step.name,
    iteration,
    attempt,
    payload: {
      error,
      handled,
      ...(cause !== undefined && { cause }),
      ...(undoable && { undoable }),
      ...(abandoned && { abandoned }),
    },
  })
}

function hasAttemptsLeft(decision: Decision, step: Step, error: RunError): boolean {
  const policy = retryPolicy(step)
  if (policy === undefined || policy.non_retryable?.includes(error.code)) return false
  const { attempt, attemptsBefore } = decision.nextState.steps[step.name] as OpenStep
  return attempt - attemptsBefore < Math.min(policy.max_attempts, limits.run.retryAttempts)
}

/** An HTTP step may have its policy within the request, as Ruvon writes it. */
function retryPolicy(step: Step): RetryPolicy | undefined {
  return step.retry ?? (step.type === 'HTTP' ? (step.http_config.retry_policy as unknown as RetryPolicy) : undefined)
}

function backOff(decision: Decision, step: Step, error: RunError, leastMs = 0): void {
  const { iteration, attempt, attemptsBefore } = decision.nextState.steps[step.name] as OpenStep
  const ownMs = backOffMs(retryPolicy(step), attempt - attemptsBefore, decision.context.random())
  const dueAt = decision.now + Math.max(ownMs, Math.min(leastMs, limits.run.timerMs))
  decision.emit({
    type: 'workflow.node.progress',
    step: step.name,
    iteration,
    attempt,
    payload: { error, will_retry: true, retry_at: dueAt },
  })
  decision.emit({
    type: 'workflow.timer.set',
    step: step.name,
    iteration,
    payload: { timer_id: `retry:${step.name}:${iteration}:${attempt}`, due_at: dueAt, purpose: 'retry' },
  })
}
