import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { parseStrictJson } from '#core/strict-json.ts'

/** Values that cannot be plain text: a number, true, false, null, or something in brackets or quotes. */
const otherThanText = /^(?:-?\d|true$|false$|null$|[[{"])/

/** A value as users type it: words are text; numbers, true, false, null, lists and maps are JSON. */
export function readLoose(text: string): Json {
  const trimmed = text.trim()
  // Braces at the beginning of a template are no map.
  if (trimmed.startsWith('{{') || !otherThanText.test(trimmed)) return text
  const read = parseStrictJson(trimmed)
  // A version such as 1.10, or a long number wherever it stands, would not be what was typed.
  return !read.ok || (typeof read.value === 'number' && String(read.value) !== trimmed) ? text : read.value
}

/** The text that is read as the value. */
export function showLoose(value: Json | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return readLoose(value) === value ? value : JSON.stringify(value)
}

export const isText = (schema: Json | undefined) => isJsonObject(schema) && schema.type === 'string'

/** The choices of a schema as users see them: text without quotes. */
export function showChoices(schema: Json | undefined): readonly string[] {
  const choices = isJsonObject(schema) && isJsonList(schema.enum) ? schema.enum : []
  return choices.map((choice) => (isText(schema) && typeof choice === 'string' ? choice : showLoose(choice)))
}

/** The choices that are meant: for a text, nothing else would be among its values. */
export function readChoices(schema: Json | undefined, shown: readonly string[]): readonly Json[] {
  return isText(schema) ? shown : shown.map(readLoose)
}
