import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { getRunRow } from '../runs/get-run-row.ts'
import type { Stores } from '../stores.ts'
import type { TaskAct } from './models.ts'
import { describeTaskEvent, type TaskEventRow } from './task-events.ts'

/**
 * People's actions on the tasks of a run other than decisions, newest first: claims, handovers and comments. Throws
 * `NOT_FOUND`.
 */
export async function listTaskActs(stores: Stores, actor: Actor, runId: string): Promise<readonly TaskAct[]> {
  await getRunRow(stores, actor, runId)
  const { rows } = await stores.pool.query<TaskEventRow & { step: string }>(
    `select e.operation_id, e.task_id, e.kind, e.actor, e.actor_name, e.details, e.at, t.step
       from task_event e join human_task t on t.id = e.task_id
      where e.run_id = $1 order by e.at desc, e.operation_id limit $2`,
    [runId, limits.inbox.actsShown],
  )
  return rows.map((row) => ({
    id: row.operation_id,
    taskId: row.task_id,
    step: row.step,
    at: row.at.toISOString(),
    sentence: describeTaskEvent(row),
    text: row.details.text ?? null,
  }))
}
