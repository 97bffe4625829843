import { parseOnce } from '#core/definition/expression/parse/parse-once.ts'
import { quoteBraces } from '#core/definition/expression/template/quote-braces.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { asksOnlyBooleans } from './truth.ts'

/** What `$json` and `$('Node')` stand for, as an expression of ours; null where that is not certain. */
export interface Names {
  json(path: readonly string[]): string | null
  node(name: string, path: readonly string[]): string | null
}

const text = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`
const path = `(?:\\.[A-Za-z_]\\w*(?!\\w)(?!\\s*\\()|\\[\\d+\\]|\\[(?:${text})\\])*`
const item = '\\.(?:item|first\\(\\)|last\\(\\))\\.json'
const token = new RegExp(
  [
    '(?<space>\\s+)',
    `\\$json(?<json>${path})`,
    `\\$input${item}(?<input>${path})`,
    `\\$\\((?<node>${text})\\)${item}(?<of>${path})`,
    `\\$node\\[(?<old>${text})\\]\\.json(?<ofOld>${path})`,
    '(?<id>\\$execution\\.id)',
    '(?<workflow>\\$workflow\\.name)',
    `(?<text>${text})`,
    '(?<same>[=!]==?)',
    '(?<plain>\\d+(?:\\.\\d+)?|(?:true|false|null)\\b|>=|<=|&&|\\|\\||[-+*/%<>!()?:,\\[\\]])',
  ].join('|'),
  'y',
)

/** A JavaScript expression of n8n in our words; null unless every part of it certainly means the same. */
export function translateExpression(source: string, names: Names): string | null {
  const parts: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const found = token.exec(source)?.groups
    const part = found === undefined ? null : partOf(found, names)
    if (part === null) return null
    parts.push(part)
  }
  const joined = parts.join('').trim()
  const parsed = parseOnce(joined)
  return parsed.ok && asksOnlyBooleans(parsed.expression.tree) ? joined : null
}

function partOf(found: { readonly [name: string]: string | undefined }, names: Names): string | null {
  if (found.space !== undefined) return ' '
  if (found.json !== undefined) return names.json(segmentsOf(found.json))
  if (found.input !== undefined) return names.json(segmentsOf(found.input))
  if (found.node !== undefined) return names.node(unquoted(found.node), segmentsOf(found.of as string))
  if (found.old !== undefined) return names.node(unquoted(found.old), segmentsOf(found.ofOld as string))
  if (found.id !== undefined) return 'run.id'
  if (found.workflow !== undefined) return 'run.workflow'
  if (found.text !== undefined) return JSON.stringify(unquoted(found.text))
  return found.same === undefined ? (found.plain as string) : found.same.slice(0, 2)
}

const segment = new RegExp(`\\.(?<field>\\w+)|\\[(?:(?<index>\\d+)|(?<key>${text}))\\]`, 'g')

/** `.a["b c"][0]` as `a`, `b c` and `[0]`. */
function segmentsOf(written: string): readonly string[] {
  return [...written.matchAll(segment)].map((found) => {
    const { index, key, field } = found.groups as { readonly [part: string]: string | undefined }
    if (index !== undefined) return `[${index}]`
    return key === undefined ? (field as string) : unquoted(key)
  })
}

function unquoted(written: string): string {
  return written.slice(1, -1).replace(/\\(.)/g, '$1')
}

/** Where a path leads from a root: `steps.A.output` and `a`, `[0]`. */
export function pathFrom(root: string, path: readonly string[]): string {
  return path.reduce((at, key) => {
    if (/^\[\d+\]$/.test(key)) return `${at}${key}`
    return /^[A-Za-z_]\w*$/.test(key) ? `${at}.${key}` : `${at}[${JSON.stringify(key)}]`
  }, root)
}

export interface Translated<Value> {
  readonly value: Value
  /** Expressions that stand there as they were. */
  readonly kept: readonly string[]
}

type Piece = { readonly text: string; readonly source?: undefined } | { readonly text: null; readonly source: string }

/** `=Hello {{ $json.name }}` in its parts: texts, and sources of expressions. */
function pieces(written: string): readonly Piece[] {
  return written
    .slice(1)
    .split(/\{\{([\s\S]*?)\}\}/)
    .map((piece, index): Piece => (index % 2 === 0 ? { text: piece } : { text: null, source: piece.trim() }))
    .filter((piece) => piece.text !== '')
}

/** A value with expressions as a template: what cannot be translated stays, and is reported as a problem where it stands. */
export function toTemplate(value: Json, names: Names): Translated<Json> {
  const kept: string[] = []
  const convert = (part: Json): Json => {
    if (isJsonList(part)) return part.map(convert)
    if (isJsonObject(part)) return Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, convert(entry)]))
    if (typeof part !== 'string') return part
    if (!part.startsWith('=')) return quoteBraces(part)
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

/** An expression as a part of another: in parentheses, unless it is one value. */
export function asOperand(expression: string): string {
  return /^(?:[\w.]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])+$|^"(?:[^"\\]|\\.)*"$/.test(expression)
    ? expression
    : `(${expression})`
}

/** The same where an expression is expected: a literal, the expression, or parts put together as a text. */
export function toExpression(value: Json, names: Names): Translated<string> {
  if (typeof value !== 'string' || !value.startsWith('=')) return { value: JSON.stringify(value), kept: [] }
  const kept: string[] = []
  const parts = pieces(value).map(({ text: plain, source }) => {
    if (source === undefined) return { value: JSON.stringify(plain), isText: true }
    const translated = translateExpression(source, names)
    if (translated === null) kept.push(source)
    return { value: translated ?? source, isText: false }
  })
  if (parts.length < 2) return { value: parts[0]?.value ?? '""', kept }
  return { value: parts.map(({ value: part, isText }) => (isText ? part : `string(${part})`)).join(' + '), kept }
}
