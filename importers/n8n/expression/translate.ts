import { parseOnce } from '#core/expression/parse/parse-once.ts'
import { quoteBraces } from '#core/expression/template/quote-braces.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { readExpression } from './expression-tree.ts'
import type { Names } from './names.ts'
import { ExpressionPrinter, isText } from './print-expression.ts'

export interface Translated<Value> {
  readonly value: Value
  /** Expressions that stay untranslated. */
  readonly kept: readonly string[]
}

/** A JavaScript expression of n8n in CEL; null unless every part certainly has the same meaning. */
export function translateExpression(source: string, names: Names): string | null {
  const read = readExpression(source, names)
  if (read === null) return null
  const printed = new ExpressionPrinter(read).value(read.tree)
  return parseOnce(printed).ok ? printed : null
}

/** An expression within a text: a value of another type is converted to text. */
export function translateAsText(source: string, names: Names): string | null {
  const read = readExpression(source, names)
  const translated = translateExpression(source, names)
  if (read === null || translated === null) return null
  if (!isText(read.tree)) return `string(${translated})`
  return /^(?:[\w.]+|"(?:[^"\\]|\\.)*")$/.test(translated) ? translated : `(${translated})`
}

export type Piece =
  | { readonly text: string; readonly source?: undefined }
  | { readonly text: null; readonly source: string }

/** `=Hello {{ $json.name }}` in its parts: texts, and sources of expressions. */
export function pieces(written: string): readonly Piece[] {
  return written
    .slice(1)
    .split(/\{\{([\s\S]*?)\}\}/)
    .map((piece, index): Piece => (index % 2 === 0 ? { text: piece } : { text: null, source: piece.trim() }))
    .filter((piece) => piece.text !== '')
}

export const isExpression = (value: Json | undefined): value is `=${string}` =>
  typeof value === 'string' && value.startsWith('=')

/** A value with expressions as a template. Untranslatable expressions stay, and each is a located problem. */
export function toTemplate(value: Json, names: Names): Translated<Json> {
  const kept: string[] = []
  const convert = (part: Json): Json => {
    if (isJsonList(part)) return part.map(convert)
    if (isJsonObject(part)) return Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, convert(entry)]))
    if (typeof part !== 'string') return part
    if (!isExpression(part)) return quoteBraces(part)
    return pieces(part)
      .map(({ text: plain, source }) => {
        if (source === undefined) return quoteBraces(plain)
        const translated = translateExpression(source, names)
        if (translated === null) kept.push(source)
        return `{{ ${translated ?? source} }}`
      })
      .join('')
  }
  return { value: convert(value), kept }
}

/** A value with expressions as one expression: a literal, the expression, or its parts joined to a text. */
export function toExpression(value: Json, names: Names): Translated<string> {
  if (!isExpression(value)) return { value: JSON.stringify(value), kept: [] }
  const kept: string[] = []
  const parts = pieces(value)
  const isJoined = parts.length > 1
  const translated = parts.map(({ text: plain, source }) => {
    if (source === undefined) return JSON.stringify(plain)
    const one = isJoined ? translateAsText(source, names) : translateExpression(source, names)
    if (one === null) kept.push(source)
    return one ?? source
  })
  return { value: translated.length === 0 ? '""' : translated.join(' + '), kept }
}
