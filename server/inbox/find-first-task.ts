import { type Actor, ownerScope } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { HumanTaskSummary } from './models.ts'
import { availableCondition, isPutOff } from './task-conditions.ts'
import { summariseTask, type TaskRow, taskColumns } from './task-row.ts'

/** Of the tasks that wait for the actor and are not put off the one that is due first, or has waited longest; null when none does. */
export async function findFirstTask({ pool }: Stores, actor: Actor): Promise<HumanTaskSummary | null> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const owner = bind(ownerScope(actor))
  const { rows } = await pool.query<TaskRow>(
    `select ${taskColumns} from human_task t
      where (${owner}::text is null or t.owner_id = ${owner}) and t.status = 'open'
        and ${availableCondition(actor, true, bind)} and not ${isPutOff}
      order by t.due_at nulls last, t.opened_at limit 1`,
    values,
  )
  return rows[0] ? summariseTask(rows[0]) : null
}
