import { apiFailure } from '#components/api/api-failure.ts'
import type { SaveOutcome } from './autosave.ts'

/** Transient errors: the same save may succeed later. */
const passing: ReadonlySet<string> = new Set([
  'UNREACHABLE',
  'UNAVAILABLE',
  'INTERNAL',
  'TOO_MANY_REQUESTS',
  'UNAUTHENTICATED',
])

/** Why a save was refused for good; thrown again, in words, where it is worth another attempt. */
export function refusalOf(error: unknown): SaveOutcome {
  const { code, message, field } = apiFailure(error)
  if (passing.has(code)) throw new Error(message)
  // People know no fields of a request.
  return {
    outcome: 'refused',
    message: message.startsWith(`${field}: `) ? message.slice(`${field}: `.length) : message,
  }
}
