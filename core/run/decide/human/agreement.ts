import { isJsonObject, type Json } from '#core/json.ts'
import type { CommandOf } from '../../command.ts'
import type { EventOf } from '../../event.ts'
import type { OpenTask } from '../../views/open-work.ts'
import type { Decision } from '../decision.ts'
import { merged } from '../merged.ts'

type Agreed = Pick<EventOf<'workflow.human_task.decided'>['payload'], 'actor' | 'input' | 'reason' | 'approved_by'>

/**
 * The decision that an answer leads to. One answer is enough, unless several approvals are required: then each approval
 * is recorded, and null means that more are needed. The last approval merges all answers, later ones over earlier ones.
 * One answer with `approved: false` decides at once.
 */
export function agreement(
  decision: Decision,
  { step, iteration, task, approvals = [] }: OpenTask,
  { actor, reason }: CommandOf<'resume'>,
  input: Json,
): Agreed | null {
  const { task_id, approvals_required: required = 1 } = task
  const said = { actor, ...(reason !== undefined && { reason }) }
  if (required === 1 || isNo(input)) return { ...said, input }
  const count = approvals.length + 1
  decision.emit({
    type: 'workflow.human_task.approved',
    step,
    iteration,
    payload: { task_id, ...said, input, approvals: count, required },
  })
  if (count < required) return null
  const all = [...approvals, { actor, input }]
  return { ...said, input: all.map((one) => one.input).reduce(merged), approved_by: all.map((one) => one.actor.id) }
}

function isNo(input: Json): boolean {
  return isJsonObject(input) && input.approved === false
}
