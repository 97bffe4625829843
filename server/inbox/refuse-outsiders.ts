import type { Actor } from '../actor.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import { mayDecide } from './entitlement.ts'

interface Answered {
  readonly runId: string
  readonly step?: string | undefined
  readonly task_id?: string | undefined
}

/** An answer to a run is a decision like one in the inbox. Throws `NOT_ENTITLED` when no task that it may mean is the actor's to decide. */
export async function refuseOutsiders(
  { pool }: Stores,
  actor: Actor,
  { runId, step, task_id }: Answered,
): Promise<void> {
  const { rows } = await pool.query<Parameters<typeof mayDecide>[1]>(
    `select t.assignees, t.groups, t.excluded, t.escalated_to, t.delegates from human_task t
      where t.run_id = $1 and t.status = 'open'
        and ($2::text is null or t.step = $2) and ($3::uuid is null or t.id = $3)`,
    [runId, step ?? null, task_id ?? null],
  )
  if (rows.length === 0 || rows.some((task) => mayDecide(actor, task))) return
  throw new ApiError('NOT_ENTITLED', 'This task is not yours to decide.')
}
