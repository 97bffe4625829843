import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import type { Stores } from '../../stores.ts'

/** A step of an ancestor that the operation has retried. */
interface Above {
  readonly run_id: string
  /** The step that had started the run in question, or an ancestor of that run. */
  readonly step: string
}

/**
 * The ancestor that the operation has retried and that has restarted the step above the given run. The ancestor starts
 * a new run for that step; a retry of the old run would do the work a second time.
 */
export async function findRestartedAncestor({ pool }: Stores, bulkId: string, runId: string): Promise<string | null> {
  const { rows } = await pool.query<Above>(
    `with recursive above as (
       select r.parent_run_id as run_id, r.parent_step as step from run r where r.id = $2 and r.parent_run_id is not null
       union all
       select r.parent_run_id, r.parent_step from above a join run r on r.id = a.run_id where r.parent_run_id is not null)
     select a.run_id, a.step from above a
      where exists (select from bulk_item i where i.bulk_id = $1 and i.run_id = a.run_id and i.outcome = 'done')`,
    [bulkId, runId],
  )
  for (const { run_id, step } of rows) if (await hasRestarted(pool, run_id, step)) return run_id
  return null
}

/** Whether the last retry of the run restarted the step. */
async function hasRestarted(pool: Pool, runId: string, step: string): Promise<boolean> {
  const { rows } = await pool.query<{ events: string }>(
    `select events from run_log
      where run_id = $1 and strpos(events, '"workflow.run.reopened"') > 0 and strpos(events, '"reason":"retry"') > 0
      order by seq desc limit 1`,
    [runId],
  )
  const events = rows.flatMap((row) => JSON.parse(row.events) as readonly RunEvent[])
  return events.some(
    ({ type, payload }) =>
      type === 'workflow.run.reopened' &&
      payload.reason === 'retry' &&
      payload.steps.some((each) => each.step === step),
  )
}
