import { byteLength, isLongerThan } from '#core/expression/byte-length.ts'
import { limits } from '#core/limits.ts'

/** Whether a text may be changed to another one: the new text must fit the limit of the server, or be shorter. */
export function mayBecome(before: { toString(): string }, next: { toString(): string }): boolean {
  const text = next.toString()
  return !isLongerThan(limits.definition.textBytes, text) || byteLength(text) <= byteLength(before.toString())
}
