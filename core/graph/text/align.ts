import { isJsonObject, type Json } from '#core/json.ts'
import { canonicalText, jsonEqual } from './json-equal.ts'

/**
 * The old item of each new item of a list: an index, or null for a new item. Indexes rise: an item that would have to
 * move counts as new. Items are matched by their `name`, otherwise by their content; between matched neighbours, equal
 * numbers of unmatched items are matched in order, as changed.
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

/** The order of the old items in the new list when the list was only reordered; null otherwise. */
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

interface PositionQueue {
  /** The first unused place behind `cursor`. */
  readonly next: (cursor?: number) => number | undefined
}

/** PositionQueue of items by their key; each place is visited once. */
function placesBy(items: readonly Json[], keyOf: (item: Json) => string): ReadonlyMap<string, PositionQueue> {
  const indexes = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const key = keyOf(item)
    const known = indexes.get(key)
    if (known === undefined) indexes.set(key, [index])
    else known.push(index)
  }
  return new Map([...indexes].map(([key, places]) => [key, placesIn(places)]))
}

function placesIn(indexes: readonly number[]): PositionQueue {
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
