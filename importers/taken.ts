import { quoteBraces } from '#core/expression/template/quote-braces.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'

/** A converted value, and the expressions that were kept untranslated. */
export interface Taken<Value> {
  readonly value: Value
  readonly kept: readonly string[]
}

/**
 * Converts a value whose texts may hold expressions to a template of ours. `braces` captures the source between the
 * foreign braces; `translate` returns null where its meaning is not certain.
 */
export function takeTexts(value: Json, braces: RegExp, translate: (source: string) => string | null): Taken<Json> {
  const kept: string[] = []
  const take = (piece: string, index: number) => {
    if (index % 2 === 0) return quoteBraces(piece)
    const translated = translate(piece)
    if (translated === null) kept.push(piece.trim())
    return `{{ ${translated ?? piece.trim()} }}`
  }
  const convert = (part: Json): Json => {
    if (isJsonList(part)) return part.map(convert)
    if (isJsonObject(part)) return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, convert(inner)]))
    return typeof part === 'string' ? part.split(braces).map(take).join('') : part
  }
  return { value: convert(value), kept }
}
