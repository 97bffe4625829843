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

/** The outcome of a save that was refused for good; a transient error is thrown, so that the save is tried again. */
export function refusalOf(error: unknown): SaveOutcome {
  const { code, message, field } = apiFailure(error)
  if (passing.has(code)) throw new Error(message)
  // Users do not know the fields of a request.
  return {
    outcome: 'refused',
    message: message.startsWith(`${field}: `) ? message.slice(`${field}: `.length) : message,
  }
}
