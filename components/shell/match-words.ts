/**
 * How well a thing fits what is typed into the palette: each word must stand in it, as written. Letters that merely
 * follow each other somewhere would find nearly everything, and put it before what was meant.
 */
export function matchWords(value: string, typed: string, keywords: readonly string[] = []): number {
  const name = value.toLowerCase()
  const all = [name, ...keywords].join(' ').toLowerCase()
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.every((word) => all.includes(word))) return 0
  return words.every((word) => startsIn(name, word)) ? 1 : 0.5
}

const startsIn = (name: string, word: string): boolean => name.startsWith(word) || name.includes(` ${word}`)
