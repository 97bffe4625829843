/** The items of which one text has every word of a search, whatever their case and composition. */
export function foundItems<Item>(
  items: readonly Item[],
  search: string,
  textsOf: (item: Item) => readonly (string | null)[],
): readonly Item[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter((item) => {
    const text = folded(textsOf(item).join('\n'))
    return words.every((word) => text.includes(word))
  })
}

/** Letters without their marks: `Zoë` is found by `zoe`. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
