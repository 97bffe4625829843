import { ApiError } from '../api-error.ts'

export function nameTaken(name: string, field = 'name'): ApiError {
  return new ApiError('NAME_TAKEN', `There is a workflow ${name} already. Choose another name.`, field)
}
