import { quoteBraces } from '#core/expression/template/quote-braces.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import type { Names } from './names.ts'
import { isExpression, type Piece, pieces, type Translated, translateAsText, translateExpression } from './translate.ts'

/** JSON whose values or parts of texts are expressions of n8n. */
export type JsonTemplate =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'value'; readonly source: string }
  | { readonly kind: 'text'; readonly parts: readonly Piece[] }
  | { readonly kind: 'list'; readonly items: readonly JsonTemplate[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [key: string, value: JsonTemplate])[] }

/** Characters that stand for expressions while a text is parsed as JSON; no text of a workflow contains them. */
const marks = { value: '\uE000', text: '\uE001', end: '\uE002' } as const
const asValue = new RegExp(`^${marks.value}(\\d+)${marks.end}$`)
const inText = new RegExp(`${marks.text}(\\d+)${marks.end}`)

/** A text such as `={ "name": "{{ $json.name }}", "count": {{ $json.count }} }`; null where it is no JSON. */
export function readJsonTemplate(written: string): JsonTemplate | null {
  const sources: string[] = []
  let isOpen = false
  const parts = isExpression(written) ? pieces(written) : [{ text: written }]
  const text = parts.map((piece) => {
    if (piece.source === undefined) {
      isOpen = isTextOpen(piece.text, isOpen)
      return piece.text
    }
    const index = sources.push(piece.source) - 1
    return isOpen ? `${marks.text}${index}${marks.end}` : `"${marks.value}${index}${marks.end}"`
  })
  try {
    return templateOf(JSON.parse(text.join('')) as Json, sources)
  } catch {
    return null
  }
}

/** Whether a string of JSON is still open at the end of a piece. */
function isTextOpen(piece: string, before: boolean): boolean {
  const quotes = piece.replace(/\\./g, '').split('"').length - 1
  return quotes % 2 === 0 ? before : !before
}

function templateOf(value: Json, sources: readonly string[]): JsonTemplate {
  if (isJsonList(value)) return { kind: 'list', items: value.map((one) => templateOf(one, sources)) }
  if (isJsonObject(value)) {
    return { kind: 'map', entries: Object.entries(value).map(([key, one]) => [key, templateOf(one, sources)]) }
  }
  if (typeof value !== 'string') return { kind: 'json', value }
  const sourceAt = (index: string) => sources[Number(index)] as string
  const [, alone] = asValue.exec(value) ?? []
  if (alone !== undefined) return { kind: 'value', source: withoutStringify(sourceAt(alone)) }
  const parts = value
    .split(inText)
    .map((part, index): Piece => (index % 2 === 0 ? { text: part } : { text: null, source: sourceAt(part) }))
  if (parts.length === 1) return { kind: 'json', value }
  return { kind: 'text', parts: parts.filter(({ text }) => text !== '') }
}

/** A value written as JSON within JSON. */
function withoutStringify(source: string): string {
  return (
    /^JSON\.stringify\(([^(),]+)\)$/.exec(source)?.[1] ?? /^([^()]+)\.toJsonString\(\)$/.exec(source)?.[1] ?? source
  )
}

/** The template as a value with `{{ }}` in its texts. */
export function asTemplate(template: JsonTemplate, names: Names): Translated<Json> {
  const kept: string[] = []
  const take = (source: string, translated: string | null): string => {
    if (translated === null) kept.push(source)
    return `{{ ${translated ?? source} }}`
  }
  const write = (one: JsonTemplate): Json => {
    if (one.kind === 'list') return one.items.map(write)
    if (one.kind === 'map') return Object.fromEntries(one.entries.map(([key, value]) => [key, write(value)]))
    if (one.kind === 'json') return typeof one.value === 'string' ? quoteBraces(one.value) : one.value
    if (one.kind === 'value') return take(one.source, translateExpression(one.source, names))
    // An expression alone would be the value itself, and no text.
    const isAlone = one.parts.length === 1
    return one.parts
      .map(({ text, source }) => {
        if (source === undefined) return quoteBraces(text)
        return take(source, isAlone ? translateAsText(source, names) : translateExpression(source, names))
      })
      .join('')
  }
  return { value: write(template), kept }
}

/** The template as one expression. */
export function asExpression(template: JsonTemplate, names: Names): Translated<string> {
  const kept: string[] = []
  const take = (source: string, translated: string | null): string => {
    if (translated === null) kept.push(source)
    return translated ?? source
  }
  const write = (one: JsonTemplate): string => {
    if (one.kind === 'list') return `[${one.items.map(write).join(', ')}]`
    if (one.kind === 'map')
      return `{${one.entries.map(([key, value]) => `${JSON.stringify(key)}: ${write(value)}`).join(', ')}}`
    if (one.kind === 'json') return JSON.stringify(one.value)
    if (one.kind === 'value') return take(one.source, translateExpression(one.source, names))
    return one.parts
      .map(({ text, source }) =>
        source === undefined ? JSON.stringify(text) : take(source, translateAsText(source, names)),
      )
      .join(' + ')
  }
  return { value: write(template), kept }
}
