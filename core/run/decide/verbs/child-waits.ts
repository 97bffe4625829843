import type { CommandOf, Refusal } from '../../command.ts'
import type { HumanWaits } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { stale } from '../refuse.ts'

/** A child reports that its open waits for people, or those below it, changed. A repeated report changes nothing. */
export function childWaits(decision: Decision, command: CommandOf<'child_waits'>): Refusal | null {
  const { child_run_id, waits } = command
  const child = decision.nextState.children[child_run_id]
  if (child === undefined || child.dropped || decision.nextState.outcome !== null) {
    return stale(`The run does not wait for the sub-workflow run ${child_run_id}.`)
  }
  if (sameWaits(child.waits, waits)) return null
  const { step, iteration, item } = child
  const ref = { step, iteration, ...(item !== undefined && { item }) }
  decision.emit({ type: 'workflow.child.waits_changed', ...ref, payload: { child_run_id, waits } })
  return null
}

export function sameWaits(a: HumanWaits, b: HumanWaits): boolean {
  return a.count === b.count && a.oldest?.task_id === b.oldest?.task_id
}
