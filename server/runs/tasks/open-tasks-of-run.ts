import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import type { Stores } from '../../stores.ts'
import type { HumanTaskSummary } from './task.ts'
import { summariseTask, type TaskRow, taskColumns } from './task-row.ts'

/** The open tasks of one run, the oldest ones first. */
export async function openTasksOfRun(
  { pool }: Stores,
  actor: Actor,
  runId: string,
): Promise<readonly HumanTaskSummary[]> {
  const { rows } = await pool.query<TaskRow>(
    `select ${taskColumns} from human_task t
      where t.run_id = $1 and ($2::text is null or t.owner_id = $2) and t.status = 'open'
      order by t.opened_at, t.id limit $3`,
    [runId, ownerScope(actor), limits.shown.openTasksOfRun],
  )
  return rows.map(summariseTask)
}
