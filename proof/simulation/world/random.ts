/** Seeded randomness: the same seed and the same questions give the same answers. */
export interface Random {
  /** [0, 1). */
  next(): number
  /** An integer from 0 to `below` - 1. */
  below(below: number): number
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function createRandom(...seed: readonly (string | number)[]): Random {
  let state = hashOf(seed.join(' '))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick<Item>(items: readonly Item[]) {
      return items[below(items.length)] as Item
    },
  }
}

/** FNV-1a, 32 bits; `from` goes on where another one ended. */
export function hashOf(text: string, from = 0x811c9dc5): number {
  let hash = from
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
