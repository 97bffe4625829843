import { isJsonObject, type Json } from '#core/json.ts'

/**
 * Quotes braces of data within a template: each becomes an expression whose value is the brace, so that it cannot open
 * another expression. The last `{` of a text is quoted too, because another one may follow.
 */
export function quoteBraces(text: string): string {
  return text.replaceAll('{{', '{{"{{"}}').replace(/\{$/, '{{"{"}}')
}

/** Quotes the braces in every string of a value. Keys are never templates. */
export function quoteBracesWithin(value: Json): Json {
  if (typeof value === 'string') return quoteBraces(value)
  if (Array.isArray(value)) return value.map(quoteBracesWithin)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, quoteBracesWithin(entry)]))
}

/** The brace that a quoting expression stands for; null for any other expression. */
export function quotedBrace(source: string): string | null {
  return source === '"{{"' || source === '"{"' ? source.slice(1, -1) : null
}
