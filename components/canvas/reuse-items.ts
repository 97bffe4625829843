/** Finds an item by its id, and tries its former index first. */
export function findById<Item extends { readonly id: string }>(items: readonly Item[]) {
  let byId: ReadonlyMap<string, Item> | null = null
  return (id: string, index: number): Item | undefined => {
    const there = items[index]
    if (there?.id === id) return there
    byId ??= new Map(items.map((item) => [item.id, item]))
    return byId.get(id)
  }
}

export function sameItems<Item>(before: readonly Item[], items: readonly Item[]): boolean {
  return before.length === items.length && items.every((item, index) => item === before[index])
}

/** Like `map`, but returns the same list when no item was replaced. */
export function replaceSome<Item>(items: Item[], replace: (item: Item) => Item): Item[] {
  let next: Item[] | null = null
  for (const [index, item] of items.entries()) {
    const replaced = replace(item)
    if (replaced === item) continue
    next ??= [...items]
    next[index] = replaced
  }
  return next ?? items
}
