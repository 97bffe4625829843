import { limits } from '#core/limits.ts'
import type { TaskRow } from '#server/runs/tasks/task-row.ts'
import type { Stores } from '../stores.ts'
import type { EarlierEvent } from './models.ts'

/**
 * Decisions in the ancestor runs before the task opened, newest first, so that a person asked deep below sees them too.
 */
export async function decisionsAbove(
  { pool }: Stores,
  { run_id, opened_at }: Pick<TaskRow, 'run_id' | 'opened_at'>,
): Promise<readonly EarlierEvent[]> {
  const { rows } = await pool.query<{
    run_id: string
    workflow: string
    step: string
    by: string
    at: Date
  }>(
    `with recursive above(id) as (
       select parent_run_id from run where id = $1 and parent_run_id is not null
       union all select r.parent_run_id from run r join above a on r.id = a.id where r.parent_run_id is not null)
     select t.run_id, t.workflow, t.step, coalesce(t.decided_by_name, t.decided_by) as by, t.closed_at as at
       from above a join human_task t on t.run_id = a.id
      where t.status = 'decided' and t.closed_at <= $2
      order by t.closed_at desc limit $3`,
    [run_id, opened_at, limits.shown.stepsBeforeTask],
  )
  return rows.map(({ run_id: runId, workflow, step, by, at }) => ({
    at: at.toISOString(),
    step,
    sentence: `${by} decided ${step}.`,
    run: { runId, workflow },
  }))
}
