import type { Json } from '#core/json.ts'
import { closeTask } from '../../decide/close-task.ts'
import type { Decision } from '../../decide/decision.ts'
import { outcomeFacts } from '../../decide/end-run.ts'
import type { BadOutcome } from '../../decide/envelope/verdict.ts'
import { boundedError } from '../../decide/failure/failure.ts'
import { endUnstartedOfEnding } from '../../decide/rollback/unstarted-children.ts'
import type { RunEventBody } from '../../event.ts'
import type { RunError } from '../../words.ts'
import type { CodeOutcome } from '../code-state.ts'

type GoodOutcome = Extract<RunEventBody, { type: 'workflow.run.completed' }>

/** Completes a run with the result of its body. */
export function completeCode(decision: Decision, result: Json): void {
  closeCode(decision, { type: 'workflow.run.completed', payload: { output: result } })
}

export function failCode(decision: Decision, error: RunError): void {
  const { step: _, ...own } = boundedError(error, '')
  closeCode(decision, { type: 'workflow.run.failed', payload: { status: 'FAILED', error: own } })
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
