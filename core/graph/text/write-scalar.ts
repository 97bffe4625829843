import { Scalar, stringify } from 'yaml'
import type { Json } from '#core/json.ts'

export type ScalarValue = string | number | boolean | null
/** Preferred quoting of strings: `plain` quotes only where necessary. */
export type Quoting = 'plain' | 'single' | 'double'

export interface ScalarContext {
  /** In a flow collection more characters need quotes. */
  readonly flow: boolean
  readonly quoting: Quoting
}

const types = { plain: 'PLAIN', single: 'QUOTE_SINGLE', double: 'QUOTE_DOUBLE' } as const

/** YAML states the indentation of a block by a single digit. */
const MOST_STATED_COLUMNS = 9

/** One line of YAML that reads back as `value`. */
export function scalarText(value: ScalarValue, context: ScalarContext): string {
  const scalar = new Scalar(value)
  if (typeof value === 'string') scalar.type = isPrintable(value) ? types[context.quoting] : 'QUOTE_DOUBLE'
  const options = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER }
  if (!context.flow) return stringify({ k: scalar }, options).slice('k: '.length, -1)
  return stringify([scalar], { ...options, collectionStyle: 'flow', flowCollectionPadding: false }).slice(1, -2)
}

/**
 * The header and lines of a literal block. Null where a block cannot hold the string exactly, or where it would hold
 * one line and `short` is not set. With `keep`, empty lines at its end count. `columns` is the indentation of the lines
 * below their parent: the header states it where the first line begins with a space, which would count as indentation.
 */
export function literalLines(
  value: string,
  columns: number,
  { short, keep } = { short: false, keep: false },
): { readonly header: string; readonly lines: readonly string[] } | null {
  const ended = value.endsWith('\n')
  const lines = (ended ? value.slice(0, -1) : value).split('\n')
  const [first, last] = [lines[0] as string, lines.at(-1) as string]
  if (lines.length < 2 && !ended && !short) return null
  if (first === '' || first.startsWith('\t') || !lines.every(isPrintable)) return null
  const isSpaced = first.startsWith(' ')
  if (isSpaced && columns > MOST_STATED_COLUMNS) return null
  if (last.trim() === '' && !(keep && ended && last === '')) return null
  return { header: `|${isSpaced ? columns : ''}${ended ? (keep ? '+' : '') : '-'}`, lines }
}

export function isScalarValue(value: Json): value is ScalarValue {
  return typeof value !== 'object' || value === null
}

/** Can the string stand on one line of YAML without escapes? */
function isPrintable(line: string): boolean {
  return line.isWellFormed() && !/[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u.test(line.replaceAll('\t', ''))
}
