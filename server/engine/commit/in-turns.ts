/**
 * Items in an order in which everybody's first comes before anybody's second,
 * and so on; those of one keep theirs. Who has a few overtakes who has many.
 */
export function inTurns<Item>(items: readonly Item[], ownerOf: (item: Item) => string): Item[] {
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
