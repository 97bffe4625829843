import { inspect } from 'node:util'

/** The text of a progress note, for any value that a function passes: no value makes the call throw. */
export function noteText(said: unknown): string {
  if (typeof said === 'string') return said
  try {
    const text = JSON.stringify(said, (_, value) => (typeof value === 'bigint' ? String(value) : value)) as
      | string
      | undefined
    return text ?? String(said)
  } catch {
    // The value contains itself, or its `toJSON` throws.
    return inspect(said, { breakLength: Number.POSITIVE_INFINITY, customInspect: false })
  }
}
