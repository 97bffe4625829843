import { byteLength, isLongerThan } from '#core/expression/byte-length.ts'
import { limits } from '#core/limits.ts'

/** Whether a text may be changed to another one: within the bytes that the server takes, or nearer to them. */
export function mayBecome(before: { toString(): string }, next: { toString(): string }): boolean {
  const text = next.toString()
  return !isLongerThan(limits.definition.textBytes, text) || byteLength(text) <= byteLength(before.toString())
}
