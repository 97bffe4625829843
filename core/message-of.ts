/** The message of any thrown value, for a line in a log. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if (thrown.message !== '') return thrown.message
  // A refused connection to a host of several addresses has no message itself, but one error per address.
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return messageOf(thrown.errors[0])
  return 'code' in thrown ? String(thrown.code) : thrown.name
}
