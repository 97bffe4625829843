import { isJsonObject, type Json } from '#core/json.ts'
import { canonicalText, jsonEqual } from './json-equal.ts'

/**
 * Which old item each new item of a list comes from: an index, or null for a
 * new one. Indexes rise: what would have to move counts as new. Items are known
 * by their `name`, others by what they say; where the same number of unknown
 * ones stands between known neighbours, they are the same ones, changed.
 */
export function alignItems(before: readonly Json[], after: readonly Json[]): (number | null)[] {
  const places = placesBy(before, identity)
  let cursor = -1
  const aligned = after.map((item): number | null => {
    const found = places.get(identity(item))?.next(cursor)
    if (found === undefined) return null
    cursor = found
    return found
  })
  return pairChanged(aligned, before.length)
}

/** The order in which old items appear in the new list when nothing else happened; null when something did. */
export function permutation(before: readonly Json[], after: readonly Json[]): number[] | null {
  if (before.length !== after.length) return null
  const places = placesBy(before, canonicalText)
  const order: number[] = []
  for (const item of after) {
    const found = places.get(canonicalText(item))?.next()
    if (found === undefined || !jsonEqual(before[found], item)) return null
    order.push(found)
  }
  return order
}

interface Places {
  /** The first place that was not asked for yet and stands behind `cursor`. */
  readonly next: (cursor?: number) => number | undefined
}

/** Where items stand, by what they are known by: each place is looked at once. */
function placesBy(items: readonly Json[], keyOf: (item: Json) => string): ReadonlyMap<string, Places> {
  const indexes = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const key = keyOf(item)
    const known = indexes.get(key)
    if (known === undefined) indexes.set(key, [index])
    else known.push(index)
  }
  return new Map([...indexes].map(([key, places]) => [key, placesIn(places)]))
}

function placesIn(indexes: readonly number[]): Places {
  let at = 0
  const next = (cursor = -1) => {
    while ((indexes[at] ?? Number.POSITIVE_INFINITY) <= cursor) at += 1
    return indexes[at++]
  }
  return { next }
}

function identity(item: Json): string {
  return isJsonObject(item) && typeof item.name === 'string' ? `name ${item.name}` : JSON.stringify(item)
}

function pairChanged(aligned: readonly (number | null)[], length: number): (number | null)[] {
  const result = [...aligned]
  let from = 0
  while (from < result.length) {
    if (result[from] !== null) {
      from += 1
      continue
    }
    let to = from
    while (to < result.length && result[to] === null) to += 1
    const left = from === 0 ? -1 : (result[from - 1] as number)
    const right = to === result.length ? length : (result[to] as number)
    if (right - left - 1 === to - from)
      for (let index = from; index < to; index += 1) result[index] = left + 1 + index - from
    from = to
  }
  return result
}
