import type { ParallelStep, Step } from '#core/definition/definition.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { flyingItem } from '../../fan.ts'
import { stepState } from '../../state.ts'
import { statusClause } from '../../status-words.ts'
import type { Change } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import type { Failure } from '../failure/failure.ts'
import { finishStep } from '../finish-step.ts'
import { completeItem, failItem } from '../parallel/end-item.ts'
import { stale } from '../refuse.ts'
import { changesOfResult } from '../result.ts'

/**
 * Records the end of a child. The child's final state becomes the step's output and the last result of its workflow in
 * `state.sub_workflow_results`; any other status than COMPLETED fails the step. The end of a child that is no longer
 * awaited is only recorded. So is that of a child that could not be made, where it was never awaited or the parent has
 * ended: the history has named the child, and there is no such run.
 */
export function childEnded(decision: Decision, command: CommandOf<'child_ended'>): Refusal | null {
  const { nextState, executable } = decision
  const { child_run_id, never_began } = command
  const child = nextState.children[child_run_id]
  if (child === undefined || nextState.outcome !== null) {
    if (never_began === undefined) return stale(`The run does not wait for the sub-workflow run ${child_run_id}.`)
    noteChildEnd(decision, child ?? never_began, command)
    return null
  }
  const { step: name, item, workflow } = child
  noteChildEnd(decision, child, command)
  if (item !== undefined) {
    endItem(decision, name, item, command, workflow)
    return null
  }
  const waiting = stepState(nextState, name)
  if (waiting?.status !== 'waiting_child' || waiting.childRunId !== child_run_id) return null
  const step = executable.step(name)
  if (command.status === 'COMPLETED') {
    finish(decision, step, workflow, command)
  } else {
    failStep(decision, step, childFailure(workflow, command))
  }
  return null
}

export function noteChildEnd(
  decision: Decision,
  { step, iteration, item }: { readonly step: string; readonly iteration: number; readonly item?: number },
  { child_run_id, status, state, error, verdict, never_began }: CommandOf<'child_ended'>,
): void {
  decision.emit({
    type: 'workflow.child.ended',
    step,
    iteration,
    ...(item !== undefined && { item }),
    payload: {
      child_run_id,
      status,
      state,
      ...(error !== undefined && { error }),
      ...(verdict && { verdict }),
      ...(never_began && { never_began: true }),
    },
  })
}

export function childFailure(workflow: string, { status, error, never_began }: CommandOf<'child_ended'>): Failure {
  const why = error === undefined ? '' : `: ${error.step === undefined ? '' : `${error.step}: `}${error.message}`
  // The error of a child that never started names the child and the step itself.
  const message =
    never_began && error !== undefined ? error.message : `Sub-workflow ${workflow} ${statusClause(status)}${why}`
  return { error: { code: 'CHILD_FAILED', message }, retryable: true, cause: 'child' }
}

/** Ends the item that waited for the child, unless the PARALLEL step has been given up. */
function endItem(
  decision: Decision,
  name: string,
  item: number,
  command: CommandOf<'child_ended'>,
  workflow: string,
): void {
  const state = stepState(decision.nextState, name)
  const flying = state?.status === 'fanned_out' ? flyingItem(state.fan, item) : undefined
  if (flying?.status !== 'waiting_child' || flying.childRunId !== command.child_run_id) return
  const step = decision.executable.step(name) as ParallelStep
  if (command.status === 'COMPLETED') completeItem(decision, step, item, command.state)
  else failItem(decision, step, item, childFailure(workflow, command))
}

function finish(decision: Decision, step: Step, workflow: string, { state }: CommandOf<'child_ended'>): void {
  const own: Change = [['sub_workflow_results', workflow], state]
  const more =
    step.output_key === undefined
      ? { ok: true as const, changes: [] }
      : changesOfResult(step, state, decision.nextState.data)
  if (!more.ok) {
    failStep(decision, step, more.failure)
    return
  }
  finishStep(decision, step, { output: state, changes: [own, ...more.changes] })
}
