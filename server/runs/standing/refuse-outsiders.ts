import { mayDecide } from '#core/people/entitlement.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { reasonAgainst } from '../tasks/allowed-actions.ts'
import { type TaskRow, taskColumns } from '../tasks/task-row.ts'

interface Answered {
  readonly runId: string
  readonly step?: string | undefined
  readonly task_id?: string | undefined
}

/** The open tasks that an answer to a run may mean. */
export async function tasksMeant({ pool }: Stores, { runId, step, task_id }: Answered): Promise<readonly TaskRow[]> {
  const { rows } = await pool.query<TaskRow>(
    `select ${taskColumns} from human_task t
      where t.run_id = $1 and t.status = 'open'
        and ($2::text is null or t.step = $2) and ($3::uuid is null or t.id = $3)`,
    [runId, step ?? null, task_id ?? null],
  )
  return rows
}

/**
 * An answer to a run is a decision like one in the inbox: by whom it may come, and while nobody else holds the task. Throws
 * `NOT_ENTITLED` or `CONFLICT` when no task that it may mean is the actor's to decide.
 */
export function refuseOutsiders(actor: Actor, meant: readonly TaskRow[]): void {
  const judged = meant.map((task) => ({ task, reason: reasonAgainst('decide', actor, task) }))
  const [first] = judged
  if (first === undefined || judged.some(({ reason }) => reason === null)) return
  const code = mayDecide(actor, first.task) ? 'CONFLICT' : 'NOT_ENTITLED'
  throw new ApiError(code, first.reason ?? 'This task is not yours to decide.')
}
