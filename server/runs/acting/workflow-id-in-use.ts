import type { IdHolder } from '#core/run/start/workflow-id.ts'
import { ApiError } from '../../api-error.ts'

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
