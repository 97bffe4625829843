import { ApiError } from '../api-error.ts'

/** One message for a missing run and for a run of another owner, so that neither reveals the other. */
export function runNotFound(runId: string): ApiError {
  return new ApiError('NOT_FOUND', `There is no run ${runId}.`, 'run_id')
}
