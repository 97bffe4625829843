import type { TaskRow } from '#server/runs/tasks/task-row.ts'
import type { Stores } from '../stores.ts'
import type { TooLate } from './models.ts'
import { describeTaskEvent, lastHandover } from './task-events.ts'

/** The decider and the time of the decision; no decider when the task was closed without a decision. */
export function alreadyDecided({
  decided_by,
  decided_by_name,
  closed_at,
}: Pick<TaskRow, 'decided_by' | 'decided_by_name' | 'closed_at'>): TooLate {
  return { outcome: 'already_decided', by: decided_by_name ?? decided_by, at: closed_at?.toISOString() ?? null }
}

/** The task has changed since it was shown: the person who changed it, and its present revision. */
export async function changedMeanwhile(stores: Stores, { id, revision }: TaskRow): Promise<TooLate> {
  const last = await lastHandover(stores, id)
  return {
    outcome: 'changed',
    by: last?.actor_name ?? null,
    at: last?.at.toISOString() ?? null,
    sentence: last === null ? 'The task changed after it was shown.' : describeTaskEvent(last),
    revision,
  }
}
