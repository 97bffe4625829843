import type { Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '../../command.ts'
import { hasItsLocks } from '../../envelope/locks-of.ts'
import type { EndedBy } from '../../events/lifecycle-event.ts'
import { stepsInRun } from '../../names-in-run.ts'
import { type Rollback, stepState, type Undoing, undoOf } from '../../state.ts'
import type { Status } from '../../statuses.ts'
import type { Undo } from '../../step-state.ts'
import type { RunError } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { closeFailed, closeRun, outcomeFacts } from '../end-run.ts'
import { recordRollback } from '../envelope/verdict.ts'
import { backOffMs } from '../failure/back-off.ts'
import { boundedError } from '../failure/failure.ts'
import { abandon } from '../settle.ts'
import { idempotencyKey } from '../steps/visit.ts'

/**
 * Advances the rollback of a saga. Once everything in flight has settled, the failed steps are visited (`noop`: they
 * never completed). Then the compensations run one at a time, in exact reverse order of completion; a compensation that
 * fails for good does not stop the rest.
 */
export function rollBack(decision: Decision): void {
  const { nextState } = decision
  if (nextState.open.length > 0 || !hasItsLocks(nextState)) return
  if (nextState.phase === 'ERROR') {
    recordRollback(decision)
    visitFailedSteps(decision)
  }
  const rollback = nextState.rollback as Rollback
  if (rollback.current !== null) return
  const next = nextState.undo.findLast(({ step }) => rollback.only?.includes(step) ?? true)
  if (next === undefined) endRollback(decision, rollback)
  else startCompensation(decision, next, next.attempts + 1)
}

/** Starts an attempt at a compensation. */
export function startCompensation(
  decision: Decision,
  { step, iteration }: Pick<Undo, 'step' | 'iteration'>,
  attempt: number,
): void {
  const key = idempotencyKey(decision, step, iteration, 'undo')
  decision.emit({ type: 'workflow.compensation.started', step, iteration, attempt, payload: { key } })
}

/** The pause in milliseconds before a failed compensation is tried again; null: it is not. `tries`: those of this rollback. */
export type PauseOfUndo = (decision: Decision, step: string, error: RunError, tries: number) => number | null

/** Ends an attempt at a compensation. Directives (a pause, a child, a jump) are not allowed here. */
export function endCompensation(
  decision: Decision,
  current: Undoing,
  outcome: AttemptOutcome,
  pauseOf: PauseOfUndo = pauseOfStep,
): void {
  const { step, iteration, attempt } = current
  if (outcome.kind === 'completed') {
    const payload = { outcome: 'done' as const, output: outcome.output }
    decision.emit({ type: 'workflow.compensation.completed', step, iteration, payload })
    return
  }
  const directive = 'An undo function cannot pause, jump or start a sub-workflow.'
  const failure =
    outcome.kind === 'failed'
      ? outcome
      : { error: { code: 'DIRECTIVE_NOT_ALLOWED', message: directive }, retryable: false }
  const error = boundedError(failure.error, step)
  const tries = attempt - undoOf(decision.nextState, current).attempts
  const pauseMs = failure.retryable ? pauseOf(decision, step, error, tries) : null
  const again = pauseMs !== null
  const retryAt = decision.now + (pauseMs ?? 0)
  decision.emit({
    type: 'workflow.compensation.failed',
    step,
    iteration,
    attempt,
    payload: { error, will_retry: again, ...(again && { retry_at: retryAt }) },
  })
  if (!again) return
  const timer = { timer_id: `undo:${step}:${iteration}:${attempt}`, due_at: retryAt, purpose: 'retry' as const }
  decision.emit({ type: 'workflow.timer.set', step, iteration, payload: timer })
}

function pauseOfStep({ executable, context }: Decision, name: string, error: RunError, tries: number): number | null {
  const step = executable.step(name)
  return tries < attemptsOf(step, error) ? backOffMs(step.retry, tries, context.random()) : null
}

function attemptsOf(step: Step, error: RunError): number {
  if (step.retry === undefined) return limits.run.compensationAttempts
  if (step.retry.non_retryable?.includes(error.code)) return 1
  return Math.min(step.retry.max_attempts, limits.run.retryAttempts)
}

/**
 * Visits the failed steps, the latest failure first; a loop fails only through its body. Steps with effects are left to
 * their compensation. Abandoned steps are left out, because their effects are unknown.
 */
function visitFailedSteps(decision: Decision): void {
  const { nextState, executable } = decision
  const { abandoned = [] } = nextState.rollback as Rollback
  const waiting = new Set([...nextState.undo, ...abandoned].map((each) => `${each.iteration} ${each.step}`))
  const failed = stepsInRun(executable, nextState).flatMap((step) => {
    const state = stepState(nextState, step.name)
    const toVisit =
      state?.status === 'failed' &&
      !state.handled &&
      (step.type !== 'LOOP' || step.compensate_function !== undefined) &&
      !waiting.has(`${state.iteration} ${step.name}`)
    return toVisit ? [{ step: step.name, ...state }] : []
  })
  for (const { step, iteration } of failed.sort((a, b) => b.at - a.at)) {
    decision.emit({ type: 'workflow.compensation.completed', step, iteration, payload: { outcome: 'noop' } })
  }
}

/** Ends a rollback early for an operator: its waits are given up, and the remaining compensations do not run. */
export function endRollbackNow(decision: Decision, endedBy: EndedBy): void {
  const { id, name = id } = endedBy.actor
  const message = `${name} ended the run before this step finished. It is unknown whether it had any effect.`
  abandon(decision, message, 'everything')
  const { current } = decision.nextState.rollback as Rollback
  if (current !== null) {
    const { step, iteration, attempt } = current
    const payload = { error: { code: 'ABANDONED', message, step }, will_retry: false }
    decision.emit({ type: 'workflow.compensation.failed', step, iteration, attempt, payload })
  }
  endRollback(decision, decision.nextState.rollback as Rollback, endedBy)
}

/** Ends a rollback that has nothing left to undo, or that `endedBy` ends as it is. */
export function endRollback(decision: Decision, rollback: Rollback, endedBy?: EndedBy): void {
  const { cause, error, reason, actor, notUndone: left, abandoned = [] } = rollback
  const notUndone = [...new Set([...decision.nextState.undo, ...left, ...abandoned].map(({ step }) => step))]
  if (cause === 'failure' && error !== undefined) {
    closeFailed(decision, error, statusAfter(decision, rollback, notUndone), { notUndone, endedBy })
    return
  }
  closeRun(decision, {
    type: 'workflow.run.cancelled',
    payload: {
      status: 'CANCELLED',
      cause: cause === 'parent' ? 'parent' : 'operator',
      ...outcomeFacts(decision),
      ...(reason !== undefined && { reason }),
      ...(actor !== undefined && { actor }),
      ...(notUndone.length > 0 && { not_undone: notUndone }),
      ...(endedBy !== undefined && { ended_by: endedBy }),
    },
  })
}

/**
 * FAILED_ROLLED_BACK if everything was undone. With an envelope, an empty rollback undid nothing, and the status stays
 * FAILED.
 */
function statusAfter({ nextState }: Decision, { undid }: Rollback, notUndone: readonly string[]): Status {
  if (notUndone.length > 0) return 'FAILED'
  return nextState.header.envelope && !undid ? 'FAILED' : 'FAILED_ROLLED_BACK'
}
