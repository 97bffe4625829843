/**
 * The match of an entry with the text typed into the palette: each word must occur in it as written. Fuzzy matching of
 * letters would find nearly every entry, and rank many before the intended one.
 */
export function matchWords(value: string, typed: string, keywords: readonly string[] = []): number {
  const name = value.toLowerCase()
  const all = [name, ...keywords].join(' ').toLowerCase()
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.every((word) => all.includes(word))) return 0
  return words.every((word) => startsIn(name, word)) ? 1 : 0.5
}

const startsIn = (name: string, word: string): boolean => name.startsWith(word) || name.includes(` ${word}`)
