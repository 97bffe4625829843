import { type Actor, ownerScope } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { HumanTaskSummary } from './models.ts'
import { availableCondition, isPutOff } from './task-conditions.ts'
import { summariseTask, type TaskRow, taskColumns } from './task-row.ts'

/** The task that has waited longest for the actor and is not put off; null when none does. */
export async function findOldestTask({ pool }: Stores, actor: Actor): Promise<HumanTaskSummary | null> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const owner = bind(ownerScope(actor))
  const { rows } = await pool.query<TaskRow>(
    `select ${taskColumns} from human_task t
      where (${owner}::text is null or t.owner_id = ${owner}) and t.status = 'open'
        and ${availableCondition(actor, true, bind)} and not ${isPutOff}
      order by t.opened_at limit 1`,
    values,
  )
  return rows[0] ? summariseTask(rows[0]) : null
}
