/**
 * A queue of waiting items by owner. Owners take turns: `take` serves each owner with items once before it serves any
 * of them again, however many items one owner has.
 */
export class FairQueue<Item> {
  /** Owners in the order of their turns. Every owner here has at least one item. */
  readonly #byOwner = new Map<string, Item[]>()

  /** The number of waiting items of the owner. */
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
