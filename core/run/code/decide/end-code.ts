import type { Json } from '#core/json.ts'
import { closeTask } from '../../decide/close-task.ts'
import type { Decision } from '../../decide/decision.ts'
import { outcomeFacts } from '../../decide/end-run.ts'
import type { BadOutcome } from '../../decide/envelope/verdict.ts'
import { boundedError } from '../../decide/failure/failure.ts'
import { startRollback } from '../../decide/rollback/start-rollback.ts'
import { endUnstartedOfEnding } from '../../decide/rollback/unstarted-children.ts'
import type { RunEventBody } from '../../event.ts'
import type { RunError } from '../../words.ts'
import type { CodeCancel, CodeOutcome } from '../code-state.ts'

type GoodOutcome = Extract<RunEventBody, { type: 'workflow.run.completed' }>

/** Completes a run with the result of its body. */
export function completeCode(decision: Decision, result: Json): void {
  closeCode(decision, { type: 'workflow.run.completed', payload: { output: result } })
}

/**
 * Fails a run whose code cannot go on, such as after a violation. Its compensations stay registered: an operator retries
 * the run with corrected code, or rolls it back.
 */
export function failCode(decision: Decision, error: RunError): void {
  closeCode(decision, { type: 'workflow.run.failed', payload: { status: 'FAILED', error: ownError(error) } })
}

/** Fails a run whose body has failed, or whose time is over; registered compensations run first. */
export function failBody(decision: Decision, error: RunError): void {
  if (decision.nextState.undo.length === 0) failCode(decision, error)
  else startRollback(decision, { cause: 'failure', error: ownError(error) })
}

/** Cancels a run whose body has ended, or whose grace is over; compensations run first where the request says so. */
export function cancelBody(decision: Decision, { compensate, ...why }: CodeCancel): void {
  if (compensate && decision.nextState.undo.length > 0) startRollback(decision, why)
  else closeCode(decision, { type: 'workflow.run.cancelled', payload: { status: 'CANCELLED', ...why } })
}

function ownError(error: RunError): RunError {
  const { step: _, ...own } = boundedError(error, '')
  return own
}

/** Ends the run and starts its successor in the same batch: exactly one, with the signals that nobody has read. */
export function continueCode(
  decision: Decision,
  { input, signals }: Extract<CodeOutcome, { kind: 'continue_as_new' }>,
): void {
  const new_run_id = decision.context.newId()
  const { workflow } = decision.nextState.header
  decision.emit({ type: 'workflow.run.continued_as_new', payload: { new_run_id, workflow, input, signals } })
  closeCode(decision, { type: 'workflow.run.completed', payload: { output: null } })
}

/** The closing batch: open tasks are closed, unmade children are given up, then the outcome, then what was in flight. */
export function closeCode(decision: Decision, outcome: BadOutcome | GoodOutcome): void {
  const { nextState } = decision
  const open = [...nextState.open]
  for (const step of open) closeTask(decision, step, 'run_ended')
  endUnstartedOfEnding(decision)
  const payload = { ...outcome.payload, ...outcomeFacts(decision) }
  decision.emit({ ...outcome, payload } as RunEventBody)
  for (const step of open) {
    decision.emit({ type: 'workflow.node.skipped', step, iteration: 1, payload: { reason: 'run_ended' } })
  }
}
