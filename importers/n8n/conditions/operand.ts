import type { Json } from '#core/json.ts'
import { readExpression } from '../expression/expression-tree.ts'
import type { Names } from '../expression/names.ts'
import { ExpressionPrinter, guardsOf, isBoolean, isText } from '../expression/print-expression.ts'
import { isExpression, pieces, toExpression } from '../expression/translate.ts'

/** One side of a comparison of n8n, which treats a missing field like null. */
export interface Operand {
  /** The value if all fields that it reads exist. */
  readonly text: string
  /** Conditions under which these fields exist, such as `has(input.a)`. */
  readonly guards: readonly string[]
  /** Whether the value may be null. */
  readonly mayBeNull: boolean
  readonly type: 'boolean' | 'text' | 'unknown'
  /** The literal value, if no expression computes it. */
  readonly literal: Json | undefined
  /** The truth of the value by the rules of JavaScript. */
  readonly truth: string
  readonly kept: readonly string[]
}

export function operandOf(value: Json, names: Names): Operand {
  const parts = isExpression(value) ? pieces(value) : []
  const [only, second] = parts
  if (only?.source !== undefined && second === undefined) return ofSource(only.source, names)
  const { value: text, kept } = toExpression(value, names)
  const literal = parts.length > 1 ? undefined : isExpression(value) ? (only?.text ?? '') : value
  const type =
    parts.length > 1 || typeof literal === 'string' ? 'text' : typeof literal === 'boolean' ? 'boolean' : 'unknown'
  return {
    text: asPart(text),
    guards: [],
    mayBeNull: literal === null,
    type,
    literal,
    truth: String(literal !== undefined && Boolean(literal)),
    kept,
  }
}

function ofSource(source: string, names: Names): Operand {
  const read = readExpression(source, names)
  if (read === null) {
    return {
      text: source,
      guards: [],
      mayBeNull: false,
      type: 'unknown',
      literal: undefined,
      truth: source,
      kept: [source],
    }
  }
  const { tree } = read
  const printer = new ExpressionPrinter(read)
  const type = isBoolean(tree) ? 'boolean' : isText(tree) ? 'text' : 'unknown'
  const literal = tree.kind === 'literal' && typeof tree.value !== 'bigint' ? tree.value : undefined
  return {
    text: asPart(printer.value(tree)),
    guards: guardsOf(tree),
    mayBeNull: type === 'unknown' && literal === undefined,
    type,
    literal: tree.kind === 'literal' && typeof tree.value === 'bigint' ? Number(tree.value) : literal,
    truth: printer.truth(tree),
    kept: [],
  }
}

/** An expression as a part of another: in parentheses, unless it is one value. */
export function asPart(expression: string): string {
  return /^(?:[\w.]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])+$|^"(?:[^"\\]|\\.)*"$/.test(expression)
    ? expression
    : `(${expression})`
}

/** The conditions under which an operand has a value that is not null. */
export function presence({ guards, mayBeNull, text }: Operand): readonly string[] {
  return mayBeNull ? [...guards, `${text} != null`] : guards
}

/** Conjunction of conditions; `true` without any. */
export const both = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.join(' && ')

/** Negated conjunction of conditions. */
export function not(condition: string): string {
  const [, value] = /^([\w.[\]"]+) != null$/.exec(condition) ?? []
  if (value !== undefined) return `${value} == null`
  return /^(?:[\w.]+(?:\([^()]*\))?)$/.test(condition) ? `!${condition}` : `!(${condition})`
}
