import type { Json } from '#core/json.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { refuse, refuseTransition } from '../../decide/refuse.ts'
import { isUnseen } from '../../decide/seen-at.ts'
import { whyClosed } from '../../decide/verbs/acknowledge.ts'
import { isRetryable } from '../../views/status.ts'
import type { ApprovalOptions, LeftCommand } from '../code-state.ts'
import { startAttempt } from './activity.ts'
import { openApproval, startChild, startTimer } from './record-command.ts'
import { codeOf } from './record-of.ts'

/**
 * Opens the next attempt of a failed run: the code is replayed over the same log. Commands that were in flight at the
 * end start again, and so do those whose failure ended the body, with the same idempotency keys; the body sees their new
 * results in the place of the failures.
 */
export function retryCode(decision: Decision, command: CommandOf<'retry'>): Refusal | null {
  const { nextState } = decision
  const { actor, from_step, input, reason } = command
  if (nextState.outcome === null || !isRetryable(nextState.outcome.status)) return refuseTransition(decision, 'retry')
  if (nextState.acknowledged) return refuseTransition(decision, 'retry', whyClosed(nextState))
  if (codeOf(nextState).undone) {
    return refuseTransition(decision, 'retry', 'some of what its code did has been undone; start it again instead')
  }
  if (isUnseen(nextState.outcome.at, command)) {
    return refuseTransition(decision, 'retry', 'it failed again after your request')
  }
  if (from_step !== undefined || input !== undefined) {
    const field = from_step === undefined ? 'input' : 'from_step'
    const message = 'The code is replayed over its own history: retry it as it is, or start a new run.'
    return refuse('INVALID_INPUT', message, { field })
  }
  const { interrupted, failed } = codeOf(nextState)
  const again = Object.entries({ ...interrupted, ...failed }).sort(([, a], [, b]) => a.n - b.n)
  decision.emit({
    type: 'workflow.run.retried',
    payload: { actor, run_attempt: nextState.runAttempt + 1, ...(reason !== undefined && { reason }) },
  })
  if (again.length === 0) return null
  const steps = again.map(([step]) => ({ step, iteration: 1 }))
  decision.emit({ type: 'workflow.run.reopened', payload: { reason: 'retry', steps } })
  for (const [step, left] of again) restart(decision, step, left)
  return null
}

function restart(decision: Decision, step: string, { attempt: last, seq: _, ...record }: LeftCommand): void {
  const attempt = last + 1
  // The state has the arguments of every command that was open; a milestone never is.
  const args = record.with as Json
  switch (record.kind) {
    case 'activity':
      // The policy and its time limits count from here.
      startAttempt(decision, step, { ...record, at: decision.now }, attempt)
      return
    case 'timer':
      startTimer(decision, step, record, attempt)
      return
    case 'child':
      startChild(decision, step, record, { name: record.name, input: args }, attempt)
      return
    case 'approval':
      openApproval(decision, step, record, args as unknown as ApprovalOptions, attempt)
  }
}
