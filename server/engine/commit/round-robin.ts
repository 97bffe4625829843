/**
 * Orders items in rounds: the first item of every owner comes before the second item of any owner, and so on.
 * The items of one owner keep their order. An owner with few items overtakes an owner with many.
 */
export function roundRobin<Item>(items: readonly Item[], ownerOf: (item: Item) => string): Item[] {
  const rounds: Item[][] = []
  const taken = new Map<string, number>()
  for (const item of items) {
    const owner = ownerOf(item)
    const round = taken.get(owner) ?? 0
    taken.set(owner, round + 1)
    const others = rounds[round]
    if (others) others.push(item)
    else rounds.push([item])
  }
  return taken.size < 2 ? [...items] : rounds.flat()
}
