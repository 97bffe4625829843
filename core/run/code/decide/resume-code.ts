import { isJsonObject } from '#core/json.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { refuse } from '../../decide/refuse.ts'
import { checkAnswer, findTask, liftHold } from '../../decide/verbs/resume.ts'
import { stepState } from '../../state.ts'

/** Lifts a hold, or answers an approval of the body: the decision is its result. */
export function resumeCode(decision: Decision, command: CommandOf<'resume'>): Refusal | null {
  const { input, actor, reason } = command
  if (input === undefined) return liftHold(decision, command)
  const found = findTask(decision, command)
  if ('code' in found) return found
  const refusal = checkAnswer(found, command, input)
  if (refusal !== null) return refusal
  if (!isJsonObject(input)) return refuse('INVALID_INPUT', 'The answer must be an object.', { field: 'input' })
  const { step, iteration, task } = found
  const { attempt } = stepState(decision.nextState, step) as { readonly attempt: number }
  const payload = { task_id: task.task_id, actor, ...(reason !== undefined && { reason }), input }
  decision.emit({ type: 'workflow.human_task.decided', step, iteration, payload })
  decision.emit({ type: 'workflow.run.resumed', step, iteration, payload: { actor } })
  const by = { id: actor.id, ...(actor.name !== undefined && { name: actor.name }) }
  decision.emit({
    type: 'workflow.node.completed',
    step,
    iteration,
    attempt,
    payload: { output: { by, input } },
  })
  return null
}
