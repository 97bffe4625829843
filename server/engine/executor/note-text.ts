import { inspect } from 'node:util'

/** What a function says of its progress, as a text whatever it is: nothing that it says ends it. */
export function noteText(said: unknown): string {
  if (typeof said === 'string') return said
  try {
    const text = JSON.stringify(said, (_, value) => (typeof value === 'bigint' ? String(value) : value)) as
      | string
      | undefined
    return text ?? String(said)
  } catch {
    // It contains itself, or refuses to be written.
    return inspect(said, { breakLength: Number.POSITIVE_INFINITY, customInspect: false })
  }
}
