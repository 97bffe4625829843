import type { Json, JsonSchema } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import { type TaskRow, taskColumns } from '#server/runs/tasks/task-row.ts'
import type { Stores } from '../stores.ts'
import { taskNotFound } from './task-not-found.ts'

export interface FullTaskRow extends TaskRow {
  readonly owner_id: string
  readonly instructions: string | null
  readonly form: JsonSchema | null
  readonly decision: Json
}

/** One of the owner's tasks, of a workflow that the request reaches. Throws `NOT_FOUND`. */
export async function getTaskRow({ pool }: Stores, actor: Actor, taskId: string): Promise<FullTaskRow> {
  const { rows } = await pool.query<FullTaskRow>(
    `select ${taskColumns}, t.owner_id, t.instructions, t.form, t.decision
       from human_task t where t.id = $1 and ($2::text is null or t.owner_id = $2)`,
    [taskId, ownerScope(actor)],
  )
  const row = rows[0]
  if (!row || !reachesWorkflow(actor, row.workflow)) throw taskNotFound()
  return row
}
