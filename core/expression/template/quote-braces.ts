import { isJsonObject, type Json } from '#core/json.ts'

/**
 * Braces of data within a template: written as expressions that give them, so
 * that they cannot be taken for the beginning of another one. The last `{` of a
 * text is quoted too, for what may come behind it.
 */
export function quoteBraces(text: string): string {
  return text.replaceAll('{{', '{{"{{"}}').replace(/\{$/, '{{"{"}}')
}

/** The same for every string of a value. Keys are never templates. */
export function quoteBracesWithin(value: Json): Json {
  if (typeof value === 'string') return quoteBraces(value)
  if (Array.isArray(value)) return value.map(quoteBracesWithin)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, quoteBracesWithin(entry)]))
}

/** What a quoted brace stands for; null for any other expression. */
export function quotedBrace(source: string): string | null {
  return source === '"{{"' || source === '"{"' ? source.slice(1, -1) : null
}
