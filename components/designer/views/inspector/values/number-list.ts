import type { KeySpec } from '#core/definition/catalogue.ts'
import { isJsonList, type Json, objectOf } from '#core/json.ts'
import { durationWords } from './duration-words.ts'
import { readDuration, readNumber } from './read-value.ts'

type ListSpec = Pick<KeySpec, 'numbers' | 'schema'>

/** The numbers of a list as users see them; null if the value is not a list of numbers, which only JSON can show. */
export function numberWords({ numbers }: ListSpec, value: Json | undefined): readonly string[] | null {
  const list = listOf(value)
  const words = list.map((item) =>
    typeof item !== 'number' ? '' : numbers === 'durations' ? durationWords(item) : String(item),
  )
  return words.includes('') || new Set(words).size < words.length ? null : words
}

/** The value for displayed words; numbers that did not change keep their value. */
export function readNumbers(
  spec: ListSpec,
  value: Json | undefined,
  words: readonly string[],
): { readonly value: Json | undefined } | { readonly error: string } {
  const before = numberWords(spec, value) ?? []
  const { minimum, maximum } = objectOf(objectOf(spec.schema).items)
  const bounds = { min: minimum as number, max: maximum as number }
  const list: Json[] = []
  for (const word of words) {
    const known = before.indexOf(word)
    const meaning = spec.numbers === 'durations' ? readDuration(word, false, bounds) : readNumber(word, true, bounds)
    if (known < 0 && 'error' in meaning) return meaning
    const read = known < 0 ? (meaning as { value: Json }).value : (listOf(value)[known] as Json)
    if (!list.includes(read)) list.push(read)
  }
  if (list.length === 0) return { value: undefined }
  return { value: list.length === 1 && typeof value === 'number' ? (list[0] as Json) : list }
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  return isJsonList(value) ? value : [value]
}
