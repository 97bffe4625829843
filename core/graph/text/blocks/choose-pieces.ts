import type { Json, JsonObject } from '#core/json.ts'
import { alignItems } from '../align.ts'
import { jsonEqual } from '../json-equal.ts'
import { isIndexName } from './index-name.ts'

/** The entries of an excerpt of a list or map, by their indexes in the text and in the wanted value. */
export interface Chosen {
  readonly before: ReadonlySet<number>
  readonly after: ReadonlySet<number>
}

/**
 * The items that an excerpt needs so that its list is rewritten like the whole list: changed, added and removed items;
 * their neighbours, which decide the spacing; the first item, which decides the quoting; and for an addition one item
 * that is not in braces (`isOpen`), if any. Null where items are reordered.
 */
export function chooseItems(
  before: readonly Json[],
  after: readonly Json[],
  isOpen: (index: number) => boolean,
): Chosen | null {
  const aligned = alignBetween(before, after)
  const chosen = chooseAround(before.length, aligned, (from, to) => before[from] !== after[to])
  if (!aligned.includes(null)) return { before: chosen, after: reusedOf(aligned, chosen) }
  const stays = new Set(aligned)
  const gone = before.filter((_, index) => !stays.has(index))
  const come = after.filter((_, index) => aligned[index] === null)
  if (come.some((item) => gone.some((other) => jsonEqual(item, other)))) return null
  const open = before.findIndex((_, index) => isOpen(index))
  if (open !== -1) chosen.add(open)
  return { before: chosen, after: reusedOf(aligned, chosen) }
}

/**
 * The entries of a map's excerpt, except entries in `told`, whose change is handled elsewhere. Null for names of digits
 * alone, too.
 */
export function chooseEntries(before: JsonObject, after: JsonObject, told: ReadonlySet<string>): Chosen | null {
  const names = Object.keys(before)
  const wanted = Object.keys(after)
  // An object orders names of digits first, so that their indexes would not match the text.
  if (names.some(isIndexName) || wanted.some(isIndexName)) return null
  const places = new Map(names.map((name, index) => [name, index]))
  const aligned = wanted.map((name) => places.get(name) ?? null)
  const kept = aligned.filter((from) => from !== null)
  if (kept.some((from, index) => from < (kept[index - 1] ?? 0))) return null
  const isChanged = (from: number) => {
    const name = names[from] as string
    return before[name] !== after[name] && !told.has(name)
  }
  const chosen = chooseAround(names.length, aligned, isChanged)
  chosen.add(names.length - 1)
  return { before: chosen, after: reusedOf(aligned, chosen) }
}

function chooseAround(
  length: number,
  aligned: readonly (number | null)[],
  isChanged: (from: number, to: number) => boolean,
): Set<number> {
  const chosen = new Set([0])
  const chooseNear = (index: number) => {
    for (let near = Math.max(0, index - 1); near <= Math.min(length - 1, index + 1); near += 1) chosen.add(near)
  }
  let behind = -1
  const passTo = (next: number) => {
    for (let gone = behind + 1; gone < next; gone += 1) chooseNear(gone)
  }
  for (const [to, from] of aligned.entries()) {
    if (from === null) {
      chooseNear(Math.max(0, behind))
      continue
    }
    if (isChanged(from, to)) chosen.add(from)
    passTo(from)
    behind = from
  }
  passTo(length)
  return chosen
}

function reusedOf(aligned: readonly (number | null)[], chosen: ReadonlySet<number>): ReadonlySet<number> {
  return new Set(aligned.flatMap((from, to) => (from === null || chosen.has(from) ? [to] : [])))
}

/** `alignItems` that skips identical objects at both ends. */
function alignBetween(before: readonly Json[], after: readonly Json[]): (number | null)[] {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const middle = alignItems(before.slice(head, before.length - tail), after.slice(head, after.length - tail))
  const shift = before.length - after.length
  return after.map((_, to) => {
    if (to < head) return to
    if (to >= after.length - tail) return to + shift
    const from = middle[to - head] as number | null
    return from === null ? null : from + head
  })
}
