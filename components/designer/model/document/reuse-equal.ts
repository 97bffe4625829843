/** Structural equality of plain data: JSON values and objects of them, order of keys aside. */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => sameData(item, b[index]))
  }
  const left = a as Readonly<Record<string, unknown>>
  const right = b as Readonly<Record<string, unknown>>
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && sameData(left[key], right[key]))
}

/**
 * The `next` items, each replaced by the equal one of `previous` with the same
 * id, and the previous list itself when nothing changed: what did not change
 * keeps its identity, so that only what did renders again.
 */
export function reuseEqual<Item extends { readonly id: string }>(
  previous: readonly Item[],
  next: readonly Item[],
): readonly Item[] {
  let known: ReadonlyMap<string, Item> | null = null
  const byId = (id: string) => {
    known ??= new Map(previous.map((item) => [item.id, item]))
    return known.get(id)
  }
  const items = next.map((item, index) => {
    const there = previous[index]
    if (there === item) return item
    // Mostly it stands where it stood.
    const before = there?.id === item.id ? there : byId(item.id)
    return before !== undefined && sameData(before, item) ? before : item
  })
  const unchanged = items.length === previous.length && items.every((item, index) => item === previous[index])
  return unchanged ? previous : items
}
