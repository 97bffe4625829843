import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { stale } from '../../decide/refuse.ts'
import { childFailure, noteChildEnd } from '../../decide/verbs/child-ended.ts'
import { stepState } from '../../state.ts'
import { failCommand } from './activity.ts'

/** A child run of the body has ended: its result, or its failure, is news for the body. */
export function childOfCodeEnded(decision: Decision, command: CommandOf<'child_ended'>): Refusal | null {
  const { nextState } = decision
  const { child_run_id, never_began, status, state } = command
  const child = nextState.children[child_run_id]
  if (child === undefined || nextState.outcome !== null) {
    if (never_began === undefined) return stale(`The run does not wait for the sub-workflow run ${child_run_id}.`)
    noteChildEnd(decision, child ?? never_began, command)
    return null
  }
  noteChildEnd(decision, child, command)
  const { step } = child
  const waiting = stepState(nextState, step)
  if (waiting?.status !== 'waiting_child' || waiting.childRunId !== child_run_id) return null
  if (status === 'COMPLETED') {
    const { attempt } = waiting
    decision.emit({ type: 'workflow.node.completed', step, iteration: 1, attempt, payload: { output: state } })
  } else failCommand(decision, step, childFailure(child.workflow, command))
  return null
}
