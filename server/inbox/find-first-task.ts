import type { Actor } from '#server/access/actor.ts'
import type { HumanTaskSummary } from '#server/runs/tasks/task.ts'
import type { Stores } from '../stores.ts'
import { listTasks } from './list-tasks.ts'

/** The first of the available, not postponed tasks: the one due first, or waiting longest; null when there is none. */
export async function findFirstTask(stores: Stores, actor: Actor): Promise<HumanTaskSummary | null> {
  const { items } = await listTasks(stores, actor, { scope: 'available', limit: 1 })
  return items[0] ?? null
}
