import type { ParallelStep, Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { endsOf, type Fan, type Flying, flyingItem, nextItem } from '../../fan.ts'
import { stepState } from '../../state.ts'
import type { FannedOut } from '../../step-state.ts'
import type { RunError } from '../../words.ts'
import { closeItemTask } from '../close-task.ts'
import type { Decision } from '../decision.ts'
import { backOffMs } from '../failure/back-off.ts'
import { failStep } from '../failure/fail-step.ts'
import { boundedError, type Failure, finalFailure } from '../failure/failure.ts'
import { finishStep } from '../finish-step.ts'
import { stopStep } from '../rollback/stop-step.ts'
import { endUnstartedChild } from '../rollback/unstarted-children.ts'
import { mergeFan } from './merge.ts'

/** Records the result of an item. */
export function completeItem(decision: Decision, step: ParallelStep, item: number, output: Json): void {
  const { iteration, fan } = decision.nextState.steps[step.name] as FannedOut
  const { attempt } = flyingItem(fan, item) as Flying
  decision.emit({ type: 'workflow.item.completed', step: step.name, iteration, item, attempt, payload: { output } })
  settleFan(decision, step)
}

/**
 * Handles a failed attempt at an item: the item is retried, or fails for good; then the step goes on without the item,
 * or fails.
 */
export function failItem(decision: Decision, step: ParallelStep, item: number, failure: Failure): void {
  const { iteration, fan } = decision.nextState.steps[step.name] as FannedOut
  const flying = flyingItem(fan, item) as Flying
  const { attempt } = flying
  closeItemTask(decision, step.name, iteration, flying, 'failed')
  const error = boundedError(failure.error, step.name)
  const ref = { step: step.name, iteration, item, attempt }
  const stopping = decision.nextState.rollback !== null || fan.failing !== undefined
  if (!stopping && failure.retryable && hasAttemptsLeft(step, flying, error)) {
    const retryAt = decision.now + backOffMs(step.retry, attempt - flying.attemptsBefore, decision.context.random())
    decision.emit({ type: 'workflow.item.failed', ...ref, payload: { error, will_retry: true, retry_at: retryAt } })
    const timer_id = `retry:${step.name}:${iteration}:${item}:${attempt}`
    const payload = { timer_id, due_at: retryAt, purpose: 'retry' as const }
    decision.emit({ type: 'workflow.timer.set', step: step.name, iteration, item, payload })
    return
  }
  endItem(decision, step, item, { error, ...(failure.cause !== undefined && { cause: failure.cause }) })
}

/** An item fails for good: the step goes on without it, or fails. */
export function endItem(
  decision: Decision,
  step: ParallelStep,
  item: number,
  { error, cause }: Pick<Failure, 'error' | 'cause'>,
): void {
  const { iteration, fan } = decision.nextState.steps[step.name] as FannedOut
  const { attempt } = flyingItem(fan, item) as Flying
  const stopping = decision.nextState.rollback !== null || fan.failing !== undefined
  const stops = !stopping && step.allow_partial_success !== true
  const payload = { error, will_retry: false, ...(cause !== undefined && { cause }), ...(stops && { stops }) }
  decision.emit({ type: 'workflow.item.failed', step: step.name, iteration, item, attempt, payload })
  if (stops && decision.nextState.header.saga) stopWaits(decision, step)
  settleFan(decision, step)
}

function hasAttemptsLeft({ retry }: Step, { attempt, attemptsBefore }: Flying, error: RunError): boolean {
  if (retry === undefined || retry.non_retryable?.includes(error.code)) return false
  return attempt - attemptsBefore < Math.min(retry.max_attempts, limits.run.retryAttempts)
}

/**
 * Ends at once the items that wait for time or people, or have not begun; executing items and live children settle
 * first.
 */
export function stopWaits(decision: Decision, step: Step): void {
  const { iteration, fan } = decision.nextState.steps[step.name] as FannedOut
  for (const flying of fan.flight) {
    const { item, attempt } = flying
    // A step that executes, or has a live child, settles first like any item.
    if (flying.status === 'in_step' && !stopStep(decision, flying.branch)) continue
    if (flying.status === 'waiting_child') {
      if (!decision.isUnstarted(flying.childRunId)) continue
      endUnstartedChild(decision, flying.childRunId)
    }
    if (flying.status === 'running' && decision.hasBegun({ step: step.name, iteration, item, attempt })) continue
    closeItemTask(decision, step.name, iteration, flying, 'run_ended')
    const error = flying.status === 'backing_off' ? flying.error : interrupted(step.name)
    const payload = { error, will_retry: false }
    decision.emit({ type: 'workflow.item.failed', step: step.name, iteration, item, attempt, payload })
  }
}

export function interrupted(step: string): RunError {
  return { code: 'INTERRUPTED', message: 'It was stopped because something else failed.', step }
}

/**
 * Ends the step when it has nothing to wait for: with its results, or at once when an item failed. A saga lets the
 * items in flight settle first, because their effects must be known before they are undone.
 */
export function settleFan(decision: Decision, step: ParallelStep): void {
  const { nextState } = decision
  const state = stepState(nextState, step.name)
  if (state?.status !== 'fanned_out') return
  const { fan } = state
  const { failing } = fan
  if (fan.flight.length > 0 && (failing === undefined || nextState.header.saga)) return
  if (failing !== undefined) {
    failByItem(decision, step, fan, failing)
  } else if (nextItem(fan) !== null) {
    if (nextState.rollback !== null) failStep(decision, step, { error: interrupted(step.name), retryable: false })
  } else if (fan.failed > 0 && (fan.completed === 0 || step.allow_partial_success !== true)) {
    const first = endsOf(fan).findIndex((end) => end !== null && 'error' in end)
    failByItem(decision, step, fan, first)
  } else {
    finish(decision, step, fan)
  }
}

function finish(decision: Decision, step: ParallelStep, fan: Fan): void {
  if (fan.bytes > limits.run.gatheredBytes) {
    const message = `The results of ${step.name} are larger than ${limits.run.gatheredBytes / 1024 / 1024} MB. Store them elsewhere in its function and return a reference.`
    failStep(decision, step, finalFailure('RESULT_TOO_LARGE', message))
    return
  }
  const merged = mergeFan(step, fan, decision.nextState.data)
  if (merged.ok) finishStep(decision, step, { output: merged.output, changes: merged.changes })
  else failStep(decision, step, merged.failure)
}

function failByItem(decision: Decision, step: ParallelStep, fan: Fan, item: number): void {
  const end = endsOf(fan)[item] as { readonly error: RunError; readonly cause?: Failure['cause'] }
  const which = step.tasks?.[item]?.name ?? `item ${item}`
  const error = { ...end.error, message: `${which}: ${end.error.message}` }
  failStep(decision, step, { error, retryable: false, ...(end.cause !== undefined && { cause: end.cause }) })
}
