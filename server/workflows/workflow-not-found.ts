import { ApiError } from '../api-error.ts'

/** The same words whether it does not exist or belongs to another owner. */
export function workflowNotFound(name: string, field = 'name'): ApiError {
  return new ApiError('NOT_FOUND', `There is no workflow ${name}.`, field)
}
