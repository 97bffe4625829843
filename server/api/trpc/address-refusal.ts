import { parseStrictJson } from '#core/strict-json.ts'
import { ApiError } from '../../api-error.ts'
import { refuseUnknownParameters } from '../request/known-parameters.ts'

/** The query parameters that tRPC's client sends. */
const parameters = ['batch', 'input']

/**
 * The error of a call with its input in the URL, by the rules for a body. The check comes before tRPC's parser, which
 * would silently change a number that is too long.
 */
export function addressRefusal(request: Request): ApiError | undefined {
  const { searchParams } = new URL(request.url)
  try {
    refuseUnknownParameters(searchParams.keys(), parameters)
  } catch (error) {
    return error as ApiError
  }
  const text = searchParams.get('input')
  const parsed = text === null ? null : parseStrictJson(text)
  if (parsed === null || parsed.ok) return undefined
  // Batched calls in one URL are numbered; the number is not part of the field.
  const field = searchParams.has('batch') ? parsed.field?.split('.').slice(1).join('.') : parsed.field
  return new ApiError('BAD_REQUEST', parsed.message, field)
}
