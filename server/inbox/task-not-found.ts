import { ApiError } from '../api-error.ts'

/** One message for a missing task and for a task of another owner, so that neither reveals the other. */
export function taskNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such human task.', 'taskId')
}
