import type { Actor } from '#server/access/actor.ts'
import type { HumanTaskSummary } from '#server/runs/tasks/task.ts'
import type { Stores } from '../stores.ts'
import { listTasks } from './list-tasks.ts'

/** Of the tasks that wait for the actor and are not put off the one that is due first, or has waited longest; null when none does. */
export async function findFirstTask(stores: Stores, actor: Actor): Promise<HumanTaskSummary | null> {
  const { items } = await listTasks(stores, actor, { scope: 'available', limit: 1 })
  return items[0] ?? null
}
