import { limits } from '#core/limits.ts'
import type { AttemptOutcome, CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { endCompensation, endRollback, rollBack } from '../../decide/rollback/roll-back.ts'
import type { EndedBy } from '../../events/lifecycle-event.ts'
import type { Rollback, Undoing } from '../../state.ts'
import type { ActivityRetry } from '../code-state.ts'
import { activityEnded, attemptsOf, backOffMs, failCommand } from './activity.ts'
import { codeOf, recordOf } from './record-of.ts'

/**
 * Advances the rollback of a run of code. The activities in flight settle first, within a bound, because one of them may
 * be the activity that a compensation undoes; then the registered compensations run, the latest first.
 */
export function rollBackCode(decision: Decision): void {
  const { nextState } = decision
  if (nextState.outcome !== null || nextState.rollback === null) return
  boundSettling(decision, nextState.rollback)
  rollBack(decision)
}

/** An attempt has ended: of the current compensation, or of an activity. */
export function attemptOfCodeEnded(decision: Decision, command: CommandOf<'attempt_ended'>): Refusal | null {
  const { step, attempt, outcome } = command
  const current = decision.nextState.rollback?.current
  const isUndo = current?.step === step && current.attempt === attempt && current.retry === undefined
  if (!isUndo) return activityEnded(decision, command)
  compensationEnded(decision, current, outcome)
  return null
}

/** A failed compensation is tried again by the policy of its options. */
function compensationEnded(decision: Decision, current: Undoing, outcome: AttemptOutcome): void {
  endCompensation(decision, current, outcome, ({ nextState }, step, error, tries) => {
    const retry = codeOf(nextState).compensations?.[step]?.options?.retry
    const isOver = tries >= attemptsOfUndo(retry) || retry?.nonRetryableErrorTypes?.includes(error.code)
    return isOver ? null : backOffMs(retry, tries)
  })
}

/**
 * Gives up the activities and sub-workflows in flight, which alone are open in a rollback: they count as not undone,
 * whatever they still do.
 */
export function giveUpCommands(decision: Decision, message: string): void {
  const { nextState } = decision
  for (const step of [...nextState.open].reverse()) {
    const abandoned = recordOf(nextState, step).options?.effects !== 'none'
    failCommand(decision, step, { error: { code: 'ABANDONED', message, step }, retryable: false, abandoned })
  }
}

/** Ends a rollback early for an operator: the remaining compensations do not run. */
export function endCodeRollbackNow(decision: Decision, endedBy: EndedBy): void {
  const { id, name = id } = endedBy.actor
  giveUpCommands(decision, `${name} ended the run before it finished. It is unknown whether it had any effect.`)
  const { current } = decision.nextState.rollback as Rollback
  if (current !== null) {
    const { step, iteration, attempt } = current
    const payload = { error: { code: 'ABANDONED', message: `${name} ended the rollback.`, step }, will_retry: false }
    decision.emit({ type: 'workflow.compensation.failed', step, iteration, attempt, payload })
  }
  endRollback(decision, decision.nextState.rollback as Rollback, endedBy)
}

/** The deadline for the activities in flight. Sub-workflows have bounds of their own. */
function boundSettling(decision: Decision, { settle }: Rollback): void {
  const { nextState, now } = decision
  const executing = nextState.open.filter((step) => nextState.steps[step]?.status === 'running')
  if (settle !== undefined || executing.length === 0) return
  const payload = {
    timer_id: `settle:${nextState.seq + 1}`,
    due_at: now + limits.run.settleMs,
    purpose: 'settle' as const,
  }
  decision.emit({ type: 'workflow.timer.set', payload })
}

/** An undo without a policy is tried as often as an undo function of a step. */
function attemptsOfUndo(retry: ActivityRetry | undefined): number {
  return retry === undefined ? limits.run.compensationAttempts : attemptsOf(retry)
}
