import type { Json } from '#core/json.ts'
import type { JsonPath } from '#core/run/payload-ref.ts'
import type { Kept } from './kept.ts'
import { knownPayload } from './known-payloads.ts'

/** Whether the value is large, or holds something that is. */
type IsLarge = (value: string | object) => boolean

/** What stands in the copy for a large part. */
export type Substitute = (value: Json, path: JsonPath) => Json

/**
 * A copy of `whole` with something else for its large values; itself when there
 * are none. The smallest parts that are large are replaced: so the list that a
 * step returned is the same part as the list that it wrote to the state,
 * whatever is around it. A part that holds such a one stays.
 */
export function replaceLarge<Whole extends object>(
  whole: Whole,
  inlineCharacters: number,
  substitute: Substitute,
): Whole {
  const sizes = new Map<object, number>()
  measure(whole as unknown as Json, inlineCharacters, sizes)
  return replace(
    whole,
    (value) => (typeof value === 'string' ? value.length > inlineCharacters : sizes.has(value)),
    substitute,
  )
}

/** The same of those values only that are stored for a run already. */
export function replaceKept<Whole extends object>(
  whole: Whole,
  inlineCharacters: number,
  kept: Kept,
  substitute: Substitute,
): Whole {
  if (kept.isEmpty) return whole
  const holding = new Set<object>()
  const isKeptText = (text: string) => text.length > inlineCharacters && kept.find(text) !== undefined
  const find = (value: Json | undefined): boolean => {
    if (typeof value === 'string') return isKeptText(value)
    if (typeof value !== 'object' || value === null) return false
    let holds = kept.find(value) !== undefined
    if (!holds) for (const part of Object.values(value) as readonly Json[]) holds = find(part) || holds
    if (holds) holding.add(value)
    return holds
  }
  find(whole as unknown as Json)
  return replace(whole, (value) => (typeof value === 'string' ? isKeptText(value) : holding.has(value)), substitute)
}

function replace<Whole extends object>(whole: Whole, isLarge: IsLarge, substitute: Substitute): Whole {
  const isLargePart = (part: Json | undefined) =>
    (typeof part === 'string' || (typeof part === 'object' && part !== null)) && isLarge(part)
  const copyOf = (value: Json, path: JsonPath): Json => {
    if (!isLargePart(value)) return value
    const isOuter =
      typeof value === 'object' &&
      value !== null &&
      knownPayload(value) === undefined &&
      (Object.values(value) as readonly Json[]).some(isLargePart)
    return isOuter ? outer(value as Json & object, path) : substitute(value, path)
  }
  const outer = (value: Json & object, path: JsonPath): Json =>
    Array.isArray(value)
      ? value.map((part: Json, index) => copyOf(part, [...path, index]))
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyOf(part as Json, [...path, key])]))
  // The whole is no value of anybody: only its parts are.
  const value = whole as unknown as Json & object
  return Object.values(value).some(isLargePart) ? (outer(value, []) as unknown as Whole) : whole
}

/** About how many characters the value has as JSON; those of the large ones are noted. */
function measure(value: Json | undefined, inlineCharacters: number, sizes: Map<object, number>): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 6
  const counted = sizes.get(value) ?? knownPayload(value)?.bytes
  let size = counted ?? 2
  if (counted === undefined) {
    if (Array.isArray(value)) {
      for (const part of value as readonly Json[]) size += measure(part, inlineCharacters, sizes) + 1
    } else {
      for (const key in value) {
        size += key.length + 4 + measure((value as { readonly [key: string]: Json })[key], inlineCharacters, sizes)
      }
    }
  }
  if (size > inlineCharacters) sizes.set(value, size)
  return size
}
