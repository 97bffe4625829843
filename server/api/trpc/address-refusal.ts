import { parseStrictJson } from '#core/strict-json.ts'
import { ApiError } from '../../api-error.ts'
import { refuseUnknownParameters } from '../request/known-parameters.ts'

/** What tRPC's client writes into an address. */
const parameters = ['batch', 'input']

/**
 * Why a call cannot be answered that has its input in the address: for the same reasons as one that has it in a body.
 * tRPC would parse it first, and a number too long to be kept would be another one by then.
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
  // Several calls in one address are told apart by their number.
  const field = searchParams.has('batch') ? parsed.field?.split('.').slice(1).join('.') : parsed.field
  return new ApiError('BAD_REQUEST', parsed.message, field)
}
