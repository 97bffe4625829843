import { codeOfAgents } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { boundedError, type Failure } from '../../decide/failure/failure.ts'
import { stale } from '../../decide/refuse.ts'
import { workWithdrawn } from '../../decide/verbs/work-withdrawn.ts'
import { stepState } from '../../state.ts'
import type { BackingOff, Running } from '../../step-state.ts'
import type { ActivityOptions, ActivityRetry, RecordedCommand } from '../code-state.ts'
import { codeOf, recordOf } from './record-of.ts'

/** An attempt of an activity has ended. A failure is tried again by the policy of the command, or the body sees it. */
export function activityEnded(decision: Decision, command: CommandOf<'attempt_ended'>): Refusal | null {
  const { step, iteration, attempt, outcome } = command
  const state = stepState(decision.nextState, step)
  const isAwaited = state?.status === 'running' && state.attempt === attempt && decision.nextState.outcome === null
  if (!isAwaited) return stale(`The run does not wait for attempt ${attempt} of ${step}.`)
  if (outcome.kind === 'completed') {
    decision.emit({
      type: 'workflow.node.completed',
      step,
      iteration,
      attempt,
      payload: { output: outcome.output },
    })
    return null
  }
  failAttempt(decision, step, state, outcome.kind === 'failed' ? outcome : noDirective(step))
  return null
}

/** Starts the attempt of a command: its first, or the next one with the same arguments and key. */
export function startAttempt(
  decision: Decision,
  step: string,
  { with: args = [], isLate: _, ...command }: RecordedCommand,
  attempt: number,
): void {
  decision.emit({
    type: 'workflow.node.started',
    step,
    iteration: 1,
    attempt,
    payload: {
      step_type: 'ACTIVITY',
      with: args,
      key: `${decision.nextState.header.run_id}/${step}/1/do`,
      ...(command.options?.effects !== 'none' && { impact: 'final' }),
      command,
    },
  })
  limitStart(decision, step, command, attempt)
}

/** The timer that limits the wait in a queue. An activity without a queue starts at once and has none. */
function limitStart(
  decision: Decision,
  step: string,
  { options = {} }: Pick<RecordedCommand, 'options'>,
  attempt: number,
): void {
  const limitMs = options.scheduleToStartTimeoutMs
  const agents = codeOfAgents(decision.executable.definition)
  if (limitMs === undefined || (options.queue === undefined && agents === null)) return
  const due_at = decision.now + Math.min(limitMs, limits.run.timerMs)
  const payload = { timer_id: `start:${step}:1:${attempt}`, due_at, purpose: 'timeout' as const }
  decision.emit({ type: 'workflow.timer.set', step, iteration: 1, payload })
}

/** The confirmation of the queue that no worker had begun the task: in time, or before the run rolled back. */
export function taskWithdrawn(decision: Decision, command: CommandOf<'work_withdrawn'>): Refusal | null {
  const { step, attempt } = command
  const { nextState } = decision
  const state = stepState(nextState, step)
  const isAwaited = state?.status === 'running' && state.attempt === attempt && nextState.rollback === null
  const record = codeOf(nextState).open[step]
  const limitMs = record?.isLate ? record.options?.scheduleToStartTimeoutMs : undefined
  if (!isAwaited || limitMs === undefined) return workWithdrawn(decision, command)
  const message = `Nobody took ${step} within ${limitMs / 1_000} s.`
  failCommand(decision, step, { error: { code: 'SCHEDULE_TO_START_TIMEOUT', message }, retryable: false })
  return null
}

/** Attempts whose back-off has ended start here; a hold keeps them back. */
export function startDueAttempts(decision: Decision): void {
  const { nextState } = decision
  if (nextState.outcome !== null || nextState.hold !== null || nextState.startedAt === null) return
  if (nextState.rollback !== null) return
  for (const step of [...nextState.open]) {
    const state = stepState(nextState, step)
    if (state?.status !== 'backing_off' || state.timerId !== null) continue
    startAttempt(decision, step, recordOf(nextState, step), state.attempt + 1)
  }
}

/** Gives an activity up before or between its attempts. */
export function failCommand(decision: Decision, step: string, { error, cause, abandoned }: Failure): void {
  const state = stepState(decision.nextState, step) as Running | BackingOff
  decision.emit({
    type: 'workflow.node.failed',
    step,
    iteration: 1,
    attempt: Math.max(1, state.attempt),
    payload: {
      error: boundedError(error, step),
      handled: true,
      ...(cause !== undefined && { cause }),
      ...(abandoned && { abandoned }),
    },
  })
}

function failAttempt(decision: Decision, step: string, { attempt, attemptsBefore }: Running, failure: Failure): void {
  const { options, at } = recordOf(decision.nextState, step)
  const { retry } = options ?? {}
  const tries = attempt - attemptsBefore
  const waitMs = Math.max(backOffMs(retry, tries), failure.retryAfterMs ?? 0)
  const dueAt = decision.now + waitMs
  const isRetried =
    decision.nextState.rollback === null &&
    failure.retryable &&
    tries < attemptsOf(retry) &&
    !retry?.nonRetryableErrorTypes?.includes(failure.error.code) &&
    dueAt < deadlineOf(options, at)
  if (!isRetried) {
    failCommand(decision, step, failure)
    return
  }
  const error = boundedError(failure.error, step)
  decision.emit({
    type: 'workflow.node.progress',
    step,
    iteration: 1,
    attempt,
    payload: { error, will_retry: true, retry_at: dueAt },
  })
  const payload = { timer_id: `retry:${step}:1:${attempt}`, due_at: dueAt, purpose: 'retry' as const }
  decision.emit({ type: 'workflow.timer.set', step, iteration: 1, payload })
}

export function attemptsOf(retry: ActivityRetry | undefined): number {
  if (retry === undefined) return 1
  const isBounded = retry.maximumAttempts !== undefined && retry.maximumAttempts > 0
  return Math.min(isBounded ? retry.maximumAttempts : limits.code.activityAttempts, limits.code.activityAttempts)
}

/** Milliseconds before the attempt after this one: exponential, without jitter, as the policy says. */
export function backOffMs(retry: ActivityRetry = {}, attempt: number): number {
  const { initialIntervalMs = 1_000, backoffCoefficient = 2, maximumIntervalMs = 30_000 } = retry
  const grown = initialIntervalMs * Math.max(1, backoffCoefficient) ** (attempt - 1)
  return Math.min(Math.round(Math.min(grown, maximumIntervalMs)), limits.run.timerMs)
}

/** No attempt begins at or after this instant. */
function deadlineOf({ retry, scheduleToCloseTimeoutMs }: ActivityOptions = {}, at: number): number {
  const spans = [retry?.expirationIntervalMs, scheduleToCloseTimeoutMs].filter((span) => span !== undefined)
  return spans.length === 0 ? Number.POSITIVE_INFINITY : at + Math.min(...spans)
}

function noDirective(step: string): Failure {
  const message = `${step} is an activity: it returns a result or throws, and gives the workflow no directive.`
  return { error: { code: 'DIRECTIVE_NOT_ALLOWED', message }, retryable: false }
}
