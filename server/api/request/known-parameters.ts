import { ApiError } from '../../api-error.ts'

/**
 * Refuses the first parameter of an address that is not among the allowed ones. One that was misspelled, or that another
 * version knows, would otherwise be left out without a word, and its caller would take the answer for the one asked for.
 */
export function refuseUnknownParameters(names: Iterable<string>, allowed: readonly string[]): void {
  for (const name of names) {
    if (allowed.includes(name)) continue
    const known = allowed.length === 0 ? 'This address takes none.' : `Allowed here: ${allowed.join(', ')}.`
    throw new ApiError('BAD_REQUEST', `The parameter ${name} is not known. ${known}`, name)
  }
}
