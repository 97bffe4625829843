import { ApiError } from '../api-error.ts'

/** The same words whether it does not exist or belongs to another owner. */
export function taskNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such human task.', 'taskId')
}
