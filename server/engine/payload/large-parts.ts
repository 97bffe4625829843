import type { Json } from '#core/json.ts'
import { atPlaces, type OffloadablePath } from '#core/run/payload/offloadable-paths.ts'
import type { JsonPath } from '#core/run/payload/payload-ref.ts'
import { knownPayload } from './known-payloads.ts'
import type { OffloadedPayloads } from './offloaded-payloads.ts'

/** Whether the value is large, or holds something that is. */
type IsLarge = (value: string | object) => boolean

/** Makes the substitute for a large part in the copy. */
export type Substitute = (value: Json, path: JsonPath) => Json

/**
 * Divisors of the bound: where a whole is too long although none of its parts is large, smaller parts are offloaded,
 * too.
 */
const shares = [1, 16, 256]
const leastShare = 256

/**
 * A copy of `whole` with substitutes for the large values at `places`; `whole` itself when no value is large. The
 * smallest large parts are replaced, and the parts around them stay: so a list that a step returned is the same payload
 * as the list that the step wrote to the state. Where values are large only together, the larger values among them are
 * replaced, too.
 */
export function replaceLarge<Whole extends object>(
  whole: Whole,
  places: readonly OffloadablePath[],
  inlineCharacters: number,
  substitute: Substitute,
): Whole {
  const sizes = new Map<object, number>()
  measure(whole as unknown as Json, inlineCharacters, sizes)
  const isLarge: IsLarge = (value) => (typeof value === 'string' ? value.length > inlineCharacters : sizes.has(value))
  const replaced = (share: number, substitute: Substitute, onValue: (value: Json) => void = () => undefined) =>
    atPlaces(whole as unknown as Json, places, [], (value, path) => {
      const isLargeShare = isPart(value) && !isLarge(value) && sizeOf(value) > inlineCharacters / share
      const changed = isLargeShare ? substitute(value, path) : replace(value, isLarge, substitute, path)
      onValue(changed)
      return changed
    }) as unknown as Whole
  const fits = (share: number) => {
    let left = 0
    replaced(
      share,
      () => null,
      (value) => {
        left += sizeOf(value)
      },
    )
    return left <= inlineCharacters
  }
  return replaced(shares.find(fits) ?? leastShare, substitute)
}

/** The same copy, with substitutes only for values that are already offloaded for the run. */
export function replaceOffloaded<Whole extends object>(
  whole: Whole,
  inlineCharacters: number,
  offloaded: OffloadedPayloads,
  substitute: Substitute,
): Whole {
  if (offloaded.isEmpty) return whole
  const holding = new Set<object>()
  const isOffloadedText = (text: string) => text.length > inlineCharacters && offloaded.find(text) !== undefined
  const find = (value: Json | undefined): boolean => {
    if (typeof value === 'string') return isOffloadedText(value)
    if (typeof value !== 'object' || value === null) return false
    let holds = offloaded.find(value) !== undefined
    if (!holds) for (const part of Object.values(value) as readonly Json[]) holds = find(part) || holds
    if (holds) holding.add(value)
    return holds
  }
  find(whole as unknown as Json)
  const isLarge: IsLarge = (value) => (typeof value === 'string' ? isOffloadedText(value) : holding.has(value))
  // The whole is not a large value itself: only its parts are.
  return replace(whole as unknown as Json & object, isLarge, substitute, null) as unknown as Whole
}

/** `path`: place of the value; null for a whole, which is never replaced itself. */
function replace(value: Json, isLarge: IsLarge, substitute: Substitute, path: JsonPath | null): Json {
  const isLargePart = (part: Json | undefined) => isPart(part) && isLarge(part)
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
  if (path !== null) return copyOf(value, path)
  return (Object.values(value ?? {}) as readonly Json[]).some(isLargePart) ? outer(value as Json & object, []) : value
}

const isPart = (part: Json | undefined): part is string | (Json & object) =>
  typeof part === 'string' || (typeof part === 'object' && part !== null)

/** About how many characters the value has as JSON. */
const sizeOf = (value: Json) => measure(value, Number.POSITIVE_INFINITY, new Map())

/** About how many characters the value has as JSON; the sizes of large parts are noted in `sizes`. */
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
