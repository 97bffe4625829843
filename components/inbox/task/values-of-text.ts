import { isJsonObject, type JsonObject } from '#core/json.ts'
import { parseStrictJson } from '#core/strict-json.ts'

export interface TextWithValues {
  readonly text: string
  /** The values that the text ends in; null for a text without them. */
  readonly values: JsonObject | null
}

/**
 * A text that ends in a JSON object below a blank line, apart from it: the instructions of an approval end in the
 * arguments of the call. People read them as a list; other texts stay as they are.
 */
export function valuesOfText(text: string): TextWithValues {
  const gap = text.indexOf('\n\n{')
  const values = gap === -1 ? null : valuesIn(text.slice(gap))
  return values === null ? { text, values: null } : { text: text.slice(0, gap), values }
}

/** The JSON object that a text is; null for other texts, for an object without keys, and for numbers that would change. */
export function valuesIn(text: string): JsonObject | null {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{')) return null
  const parsed = parseStrictJson(trimmed)
  return parsed.ok && isJsonObject(parsed.value) && Object.keys(parsed.value).length > 0 ? parsed.value : null
}
