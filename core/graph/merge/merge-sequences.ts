import { type Hunk, hunksBetween } from './hunks.ts'

/** A region of a merged sequence: settled, or changed on both sides in different ways. */
export type Region<Item> =
  | { readonly kind: 'settled'; readonly items: readonly Item[] }
  | {
      readonly kind: 'conflict'
      readonly base: readonly Item[]
      readonly mine: readonly Item[]
      readonly theirs: readonly Item[]
    }

interface Side<Item> {
  readonly items: readonly Item[]
  readonly hunks: readonly Hunk[]
}

/**
 * Merges two sequences with a common base. Changes that do not overlap are both taken. Different insertions at one
 * place, and different changes of the same items, are conflicts.
 */
export function mergeSequences<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Region<Item>[] {
  const keys = base.map(keyOf)
  const sides = [mine, theirs].map((items): Side<Item> => ({ items, hunks: hunksBetween(keys, items.map(keyOf)) })) as [
    Side<Item>,
    Side<Item>,
  ]
  const regions: Region<Item>[] = []
  const settle = (items: readonly Item[]) => {
    if (items.length > 0) regions.push({ kind: 'settled', items })
  }
  let at = 0
  for (const { start, end } of clusters(sides[0].hunks, sides[1].hunks)) {
    settle(base.slice(at, start))
    at = end
    const [own, other] = sides.map((side) => within(base, side, start, end)) as [MergedPart<Item>, MergedPart<Item>]
    if (!own.changed) settle(other.items)
    else if (!other.changed || sameItems(own.items, other.items, keyOf)) settle(own.items)
    else regions.push({ kind: 'conflict', base: base.slice(start, end), mine: own.items, theirs: other.items })
  }
  settle(base.slice(at))
  return regions
}

/** The ranges of the base that one side changed; overlapping ranges of both sides are joined. */
function clusters(mine: readonly Hunk[], theirs: readonly Hunk[]): readonly { start: number; end: number }[] {
  const sorted = [...mine, ...theirs].toSorted((a, b) => a.start - b.start || a.end - b.end)
  const found: { start: number; end: number }[] = []
  for (const { start, end } of sorted) {
    const last = found.at(-1)
    if (last !== undefined && overlap(last, { start, end })) last.end = Math.max(last.end, end)
    else found.push({ start, end })
  }
  return found
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Ranges that only touch do not overlap; two empty ranges at one place do. */
function overlap(a: Range, b: Range): boolean {
  if (a.start === a.end && b.start === b.end) return a.start === b.start
  return a.start < b.end && b.start < a.end
}

interface MergedPart<Item> {
  readonly items: readonly Item[]
  readonly changed: boolean
}

/** One side's version of a range of the base. */
function within<Item>(
  base: readonly Item[],
  { items, hunks }: Side<Item>,
  start: number,
  end: number,
): MergedPart<Item> {
  const own = hunks.filter((hunk) => overlap({ start, end }, hunk))
  const parts: Item[] = []
  let at = start
  for (const hunk of own) {
    parts.push(...base.slice(at, hunk.start), ...items.slice(hunk.from, hunk.to))
    at = hunk.end
  }
  return { items: [...parts, ...base.slice(at, end)], changed: own.length > 0 }
}

function sameItems<Item>(a: readonly Item[], b: readonly Item[], keyOf: (item: Item) => string): boolean {
  return a.length === b.length && a.every((item, index) => keyOf(item) === keyOf(b[index] as Item))
}
