import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { aboutOf } from './about.ts'

/** The words of a text, as runs are indexed and searched by them: letters and digits, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => (word === '' ? [] : [word.slice(0, limits.search.wordCharacters)]))
}

/**
 * The words by which a run is found: first those of the values that a list shows of it, then its marks (tags and
 * workflow id) and the rest of its input, to a bound. Each word once.
 */
export function searchWords(input: Json, marks: readonly string[]): readonly string[] {
  const words = new Set<string>()
  const add = (text: string) => {
    for (const word of wordsOf(text)) if (words.size < limits.search.words) words.add(word)
  }
  for (const { value } of aboutOf(input)) add(value)
  for (const mark of marks) add(mark)
  const visit = (value: Json) => {
    if (isJsonList(value)) for (const element of value) visit(element)
    else if (isJsonObject(value)) for (const member of Object.values(value)) visit(member)
    else if (typeof value === 'string' || typeof value === 'number') add(String(value))
  }
  visit(input)
  return [...words]
}

/** A search as a `tsquery`: every word, each as the beginning of a word of the run; null for a text without words. */
export function wordsQuery(text: string): string | null {
  const words = wordsOf(text)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
