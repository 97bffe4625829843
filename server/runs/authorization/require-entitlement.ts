import type { Actor } from '#server/access/actor.ts'
import { may, requirePermission } from '#server/access/may.ts'
import type { Stores } from '../../stores.ts'
import { type TaskRow, taskColumns } from '../tasks/task-row.ts'

interface Answered {
  readonly runId: string
  readonly step?: string | undefined
  readonly task_id?: string | undefined
}

/** The open tasks that a command to a run may refer to. */
export async function tasksOfAnswer({ pool }: Stores, { runId, step, task_id }: Answered): Promise<readonly TaskRow[]> {
  const { rows } = await pool.query<TaskRow>(
    `select ${taskColumns} from human_task t
      where t.run_id = $1 and t.status = 'open'
        and ($2::text is null or t.step = $2) and ($3::uuid is null or t.id = $3)`,
    [runId, step ?? null, task_id ?? null],
  )
  return rows
}

/**
 * Checks a command that answers a task. Such a command is a decision like one in the inbox: the actor must be entitled,
 * and no other person may hold the task. Throws `NOT_ENTITLED` or `CONFLICT` when the actor may decide none of the
 * tasks that the command may refer to.
 */
export function requireEntitlement(actor: Actor, meant: readonly TaskRow[]): void {
  const verdicts = meant.map((task) => may(actor, 'task.decide', task))
  const [first] = verdicts
  if (first !== undefined && verdicts.every(({ allowed }) => !allowed)) requirePermission(first)
}
