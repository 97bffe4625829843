import type { Json } from '#core/json.ts'

/**
 * Whether a value is too much to be written out at once: more values within
 * each other, or more characters, than that. Stops counting as soon as it is,
 * so that the answer costs the same for a megabyte as for a gigabyte.
 */
export function isLarge(value: Json, most = { values: 2_000, characters: 40_000 }): boolean {
  let { values, characters } = most
  const pending: Json[] = [value]
  while (pending.length > 0) {
    const next = pending.pop() as Json
    values -= 1
    if (typeof next === 'string') characters -= next.length
    else if (typeof next === 'object' && next !== null) {
      const entries = Array.isArray(next) ? next : Object.values(next)
      if (entries.length > values) return true
      for (const entry of entries) pending.push(entry)
      if (!Array.isArray(next)) for (const key of Object.keys(next)) characters -= key.length
    }
    if (values < 0 || characters < 0) return true
  }
  return false
}

/** What is inside a value, in two words: `3 keys`, `1,000 items`; null for what has no inside. */
export function insideWords(value: Json): string | null {
  if (typeof value !== 'object' || value === null) return null
  const [count, word] = Array.isArray(value) ? [value.length, 'item'] : [Object.keys(value).length, 'key']
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}

/** A value in one line of at most so many characters; what is inside of a large one is only counted. */
export function inOneLine(value: Json, most: number): string {
  if (typeof value === 'string') {
    return value.length <= most ? JSON.stringify(value) : `${JSON.stringify(value.slice(0, most)).slice(0, -1)}…"`
  }
  const inside = insideWords(value)
  if (inside === null) return JSON.stringify(value)
  const whole = isLarge(value, { values: most, characters: most }) ? null : JSON.stringify(value)
  if (whole !== null && whole.length <= most) return whole
  return Array.isArray(value) ? `[${inside}]` : `{${inside}}`
}
