import { ApiError } from '../../api-error.ts'

/**
 * Refuses the first query parameter that is not among the allowed ones. A misspelled parameter, or one of another
 * version, would otherwise be ignored silently, and the caller would take the response for the requested one.
 */
export function refuseUnknownParameters(names: Iterable<string>, allowed: readonly string[]): void {
  for (const name of names) {
    if (allowed.includes(name)) continue
    const known = allowed.length === 0 ? 'This address takes no parameters.' : `Allowed here: ${allowed.join(', ')}.`
    throw new ApiError('BAD_REQUEST', `Unknown parameter ${name}. ${known}`, name)
  }
}
