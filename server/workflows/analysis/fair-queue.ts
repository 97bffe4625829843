/**
 * What waits, by owner. Owners take turns: of several that have something waiting, each is taken from once before any of them
 * is taken from again, however much one of them has.
 */
export class FairQueue<Item> {
  /** In the order of their turns. Nobody is here without an item. */
  readonly #byOwner = new Map<string, Item[]>()

  /** How many items of the owner wait. */
  waitingOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0
  }

  add(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner)
    if (items) items.push(item)
    else this.#byOwner.set(owner, [item])
  }

  /** The first item of the next owner that may have a turn; undefined when there is none. */
  take(mayHaveTurn: (owner: string) => boolean): { readonly owner: string; readonly item: Item } | undefined {
    for (const [owner, items] of this.#byOwner) {
      if (!mayHaveTurn(owner)) continue
      const item = items.shift() as Item
      this.#byOwner.delete(owner)
      if (items.length > 0) this.#byOwner.set(owner, items)
      return { owner, item }
    }
    return undefined
  }
}
