import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { isFilled } from './json-equal.ts'
import type { Style } from './style.ts'
import { isScalarValue, literalLines, type Quoting, scalarText } from './write-scalar.ts'

/** The longest flow collection that is written on one line, in characters. */
const flowWidth = 60

/** A value on one line. `{ a: 1 }` has room inside its braces, `[a, b]` has none. */
export function flowText(value: Json, quoting: Quoting): string {
  if (isScalarValue(value)) return scalarText(value, { flow: true, quoting })
  if (isJsonList(value)) return `[${value.map((item) => flowText(item, quoting)).join(', ')}]`
  const pairs = Object.entries(value).map(([key, item]) => flowPair(key, item, quoting))
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

export function flowPair(key: string, value: Json, quoting: Quoting): string {
  return `${scalarText(key, { flow: true, quoting })}: ${flowText(value, quoting)}`
}

/** Does a collection fit better on one line: is it empty, or short and without inner collections? */
function fitsOnLine(value: JsonObject | readonly Json[]): boolean {
  const items = isJsonList(value) ? value : Object.values(value)
  return items.length === 0 || (items.every(isScalarValue) && flowText(value, 'plain').length <= flowWidth)
}

/**
 * The lines of `key: value` in a block map, without indentation of the map
 * itself. A value below the key brings the indentation that the style says.
 */
export function pairLines(key: string, value: Json, style: Style): string[] {
  const { head, below } = valueLines(value, style)
  return [`${scalarText(key, { flow: false, quoting: 'plain' })}:${head === '' ? '' : ' '}${head}`, ...below]
}

/** The lines of `- value` in a block list: a map is written key by key, whatever its size. */
export function itemLines(value: Json, style: Style, quoting: Quoting = 'plain'): string[] {
  const dash = '-'.padEnd(style.dashWidth)
  if (isFilled(value) && (isJsonObject(value) || !fitsOnLine(value))) {
    const [first, ...rest] = blockLines(value, style)
    return [`${dash}${first}`, ...indented(rest, style.dashWidth)]
  }
  const { head, below } = valueLines(value, { ...style, indent: style.dashWidth }, quoting)
  return [`${dash}${head}`, ...below]
}

/** The lines of a collection written as a block, without indentation of the first level. */
export function blockLines(value: JsonObject | readonly Json[], style: Style): string[] {
  if (isJsonList(value)) return value.flatMap((item) => itemLines(item, style))
  return Object.entries(value).flatMap(([key, item]) => pairLines(key, item, style))
}

/** A value behind a colon or a dash: its part on that line, and the lines below. */
export function valueLines(
  value: Json,
  style: Style,
  quoting: Quoting = 'plain',
): { readonly head: string; readonly below: string[] } {
  if (isScalarValue(value)) {
    const literal = typeof value === 'string' ? literalLines(value, style.indent) : null
    if (literal !== null) return { head: literal.header, below: indented(literal.lines, style.indent) }
    return { head: scalarText(value, { flow: false, quoting }), below: [] }
  }
  if (fitsOnLine(value)) return { head: flowText(value, quoting), below: [] }
  return { head: '', below: indented(blockLines(value, style), isJsonList(value) ? style.dashIndent : style.indent) }
}

/** Indents lines; empty lines stay empty. */
export function indented(lines: readonly string[], columns: number): string[] {
  const space = ' '.repeat(columns)
  return lines.map((line) => (line === '' ? '' : space + line))
}
