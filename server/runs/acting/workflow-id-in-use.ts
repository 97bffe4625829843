import type { IdHolder } from '#core/run/start/workflow-id.ts'
import type { Actor } from '#server/access/actor.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { RunRow } from '../run-row.ts'

/** The refusal of a start whose workflow id another run has. The run is named to callers who may see it. */
export class WorkflowIdInUse extends ApiError {
  readonly holder: IdHolder

  constructor(workflowId: string, holder: IdHolder, isVisible: boolean) {
    const { runId, status, ended } = holder
    const why = ended
      ? `It has ended as ${status}, and workflow_id_reuse allows no other run after that. Use another id.`
      : 'It has not ended. Wait for its end, signal it, or use another id.'
    const who = isVisible ? `The run ${runId}` : 'A run that you may not see'
    super('WORKFLOW_ID_IN_USE', `${who} has the workflow id ${workflowId}. ${why}`, 'workflow_id')
    this.holder = holder
    this.runId = isVisible ? runId : undefined
  }
}

/**
 * A retry lets an ended run go on, so that it has its workflow id again. Throws `WORKFLOW_ID_IN_USE` when another run has
 * taken the id meanwhile and has not ended.
 */
export async function requireFreeWorkflowId({ pool }: Pick<Stores, 'pool'>, actor: Actor, run: RunRow): Promise<void> {
  if (run.workflow_id === null || run.ended_at === null) return
  const { rows } = await pool.query<IdHolder & { readonly workflow: string }>(
    `select r.id as "runId", r.workflow, s.status, false as ended
       from own_run r join own_run_state s on s.run_id = r.id
      where r.owner_id = $1 and r.workflow_id = $2 and r.id <> $3 and s.ended_at is null limit 1`,
    [run.owner_id, run.workflow_id, run.id],
  )
  const [holder] = rows
  if (holder) throw new WorkflowIdInUse(run.workflow_id, holder, reachesWorkflow(actor, holder.workflow))
}
