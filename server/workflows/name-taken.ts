import { ApiError } from '../api-error.ts'

export function nameTaken(name: string, field = 'name'): ApiError {
  return new ApiError('NAME_TAKEN', `A workflow named ${name} already exists. Choose another name.`, field)
}
