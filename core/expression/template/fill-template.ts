import { isJsonObject, type Json } from '#core/json.ts'
import { quotedBrace } from './quote-braces.ts'
import { templateParts } from './template-parts.ts'

/**
 * The second stage of a rendering that left expressions in (`leave` of `renderTemplate`): each is replaced by the text
 * from `fill`, and quoted braces become braces again. `before` is the filled text in front of it.
 */
export function fillTemplate(value: Json, fill: (source: string, before: string) => string): Json {
  if (typeof value === 'string') return fillText(value, fill)
  if (Array.isArray(value)) return value.map((item: Json) => fillTemplate(item, fill))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fillTemplate(entry, fill)]))
}

function fillText(text: string, fill: (source: string, before: string) => string): string {
  if (!text.includes('{{')) return text
  let filled = ''
  for (const part of templateParts(text)) {
    if (part.kind === 'text') filled += part.text
    else if (part.kind === 'unclosed') filled += text.slice(part.offset)
    else filled += quotedBrace(part.source) ?? fill(part.source, filled)
  }
  return filled
}

/** The name in `secrets.NAME`; null for any other expression. */
export function secretName(source: string): string | null {
  return /^\s*secrets\.([A-Za-z_]\w*)\s*$/.exec(source)?.[1] ?? null
}
