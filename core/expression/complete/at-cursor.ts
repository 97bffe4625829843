import type { TextRange } from '../../text-range.ts'
import { alternatives, describeType, type ScopeTypes, type ValueType } from '../check/types.ts'
import { functions, macros } from '../functions.ts'
import { type Token, tokenize } from '../parse/tokenize.ts'
import { templateParts } from '../template/template-parts.ts'
import { type Completion, expressionCompletions } from './expression-completions.ts'
import { typeBefore, withLoopVariables } from './partial-types.ts'

/** An expression within a text, and its start offset (UTF-16). */
export interface PlacedExpression {
  readonly source: string
  readonly start: number
}

/** The expression between the `{{ }}` that an offset of a text is in; braces that are not closed yet count as well. */
export function expressionAt(text: string, offset: number): PlacedExpression | null {
  for (const part of templateParts(text)) {
    if (part.kind === 'text') continue
    const start = part.kind === 'unclosed' ? part.offset + 2 : part.offset
    const source = part.kind === 'unclosed' ? text.slice(start) : part.source
    if (start <= offset && offset <= start + source.length) return { source, start }
  }
  return null
}

/** Completions at the cursor of a text with `{{ }}`; none outside the braces. */
export function templateCompletions(text: string, cursor: number, types: ScopeTypes): readonly Completion[] {
  const inner = expressionAt(text, cursor)
  if (inner === null) return []
  const { source, start } = inner
  return expressionCompletions(source, cursor - start, types).map((one) => ({ ...one, start: one.start + start }))
}

/** Information about the word at an offset of an expression. */
export interface Hover {
  readonly range: TextRange
  readonly title: string
  /** The type of a name, or the description of a function. */
  readonly detail: string
  /** The fields of an object, with their types. */
  readonly fields: readonly { readonly name: string; readonly type: string }[]
}

/** Fields that are told of one value. */
const mostFields = 12

export function expressionHover(source: string, offset: number, types: ScopeTypes): Hover | null {
  const tokens = tokenize(source)
  const at = tokens.findIndex(({ start, end }) => start <= offset && offset < end)
  const word = tokens[at]
  if (word?.kind !== 'name') return null
  const { start, end, text } = word
  const range = { start, end }
  if (tokens[at + 1]?.text === '(') return calledHover(text, tokens[at - 1]?.text === '.', range)
  const before = tokens.slice(0, at + 1)
  const type = typeOfWord(source, before, types)
  if (type === null) return null
  return { range, title: text, detail: describeType(type), fields: fieldsOf(type) }
}

function calledHover(name: string, isMember: boolean, range: TextRange): Hover | null {
  const found =
    functions.find((one) => one.name === name && (one.target !== undefined) === isMember) ??
    macros.find((one) => one.name === name)
  return found === undefined ? null : { range, title: name, detail: found.detail, fields: [] }
}

/** Words of the language have no type of their own. */
const language: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'true',
  'false',
  'null',
  'None',
  'True',
  'False',
])

function typeOfWord(source: string, tokens: readonly Token[], types: ScopeTypes): ValueType | null {
  const word = tokens.at(-1) as Token
  const isField = tokens.at(-2)?.text === '.'
  if (!isField && language.has(word.text)) return null
  return typeBefore(source, tokens, withLoopVariables(source, tokens.slice(0, -1), types))
}

function fieldsOf(type: ValueType): Hover['fields'] {
  const fields = alternatives(type).flatMap((one) => (one.kind === 'object' ? Object.entries(one.fields) : []))
  return fields.slice(0, mostFields).map(([name, field]) => ({ name, type: describeType(field) }))
}
