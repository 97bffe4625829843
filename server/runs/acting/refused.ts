import type { Refusal } from '#core/run/command.ts'
import { ApiError } from '../../api-error.ts'

/** A run's refusal as an API error; paths inside the input are named as in the caller's request. */
export function refused({ code, message, field, errors }: Refusal): ApiError {
  const first = errors?.[0]?.path
  const named = field ?? (first === undefined ? undefined : first === '' ? 'input' : `input.${first}`)
  return new ApiError(code, message, named, errors)
}
