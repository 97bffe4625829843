import { ApiError } from '../api-error.ts'

/** One message for a missing workflow and for a workflow of another owner, so that neither reveals the other. */
export function workflowNotFound(name: string, field = 'name'): ApiError {
  return new ApiError('NOT_FOUND', `There is no workflow ${name}.`, field)
}
