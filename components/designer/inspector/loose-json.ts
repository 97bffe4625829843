import type { Json } from '#core/json.ts'

/** What cannot be meant as a plain text: a number, true, false, null, or something in brackets or quotes. */
const otherThanText = /^(?:-?\d|true$|false$|null$|[[{"])/

/** A value as people type it: words are text; numbers, true, false, null, lists and maps are themselves. */
export function readLoose(text: string): Json {
  const trimmed = text.trim()
  // Braces at the beginning of a template are no map.
  if (trimmed.startsWith('{{') || !otherThanText.test(trimmed)) return text
  try {
    return JSON.parse(trimmed) as Json
  } catch {
    return text
  }
}

/** The text that is read as the value. */
export function showLoose(value: Json | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return readLoose(value) === value ? value : JSON.stringify(value)
}
