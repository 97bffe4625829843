import { isScalar, type Node, type Scalar } from 'yaml'
import type { Json, JsonObject } from '#core/json.ts'
import { columnOf, endOf, isBlock, isBlockScalar, lineEnd, nextLine, startOf } from '../geometry.ts'
import { isFilled } from '../json-equal.ts'
import { isScalarValue, literalLines, type Quoting, scalarText } from '../write-scalar.ts'
import { blockLines, flowText, indented, valueLines } from '../write-value.ts'
import { type Place, replace, type Writing } from '../writing.ts'
import { rewrap } from './rewrap.ts'

/** A value as it stands in the text: its part on the line of the key or dash, and the lines below that line. */
interface Extent {
  readonly start: number
  readonly end: number
  /** Offsets of the lines below: their beginning, which is the end of the first part's line, and their end. */
  readonly below: number
  readonly bottom: number
}

/** The new value in the same two parts. */
interface Wording {
  readonly head: string
  readonly below: readonly string[]
}

/** Replaces a value by another one; a comment behind it on the line stays. */
export function replaceValue(writing: Writing, place: Place, node: Node | null, after: Json): void {
  const wrapped = rewrapped(writing, node, after)
  if (!place.keyed && isBlock(node) && isFilled(after)) {
    replaceBlockItem(writing, node, after)
  } else if (wrapped !== null && node !== null) {
    replace(writing, startOf(node), endOf(writing.text, node), wrapped)
  } else replaceParts(writing, place, extentOf(writing.text, place, node), wordingOf(writing, place, node, after))
}

function replaceParts(writing: Writing, place: Place, extent: Extent, wording: Wording): void {
  replaceHead(writing, place, extent, wording.head)
  const below = wording.below.map((line) => writing.style.newline + line).join('')
  replace(writing, extent.below, extent.bottom, below)
}

function replaceHead(writing: Writing, place: Place, { start, end }: Extent, head: string): void {
  if (head === '') replace(writing, place.gap, end, '')
  else if (start === end) replace(writing, place.gap, place.gap, place.gapText + head)
  else replace(writing, start, end, head)
}

/** Replaces a block that begins on the line of its dash. */
function replaceBlockItem(writing: Writing, node: Node, after: JsonObject | readonly Json[]): void {
  const start = startOf(node)
  const [first, ...rest] = blockLines(after, writing.style)
  const text = [first, ...indented(rest, columnOf(writing.text, start))].join(writing.style.newline)
  replace(writing, start, lineEnd(writing.text, endOf(writing.text, node)), text)
}

function extentOf(text: string, place: Place, node: Node | null): Extent {
  if (node === null || (isBlock(node) && place.keyed)) {
    const below = place.flow ? place.gap : lineEnd(text, place.gap)
    return { start: place.gap, end: place.gap, below, bottom: node === null ? below : lineEnd(text, endOf(text, node)) }
  }
  const start = startOf(node)
  if (isBlockScalar(node)) {
    return { start, end: start + headerOf(text, node).length, below: lineEnd(text, start), bottom: endOf(text, node) }
  }
  const end = endOf(text, node)
  const below = place.flow ? end : lineEnd(text, end)
  return { start, end, below, bottom: below }
}

function wordingOf(writing: Writing, place: Place, node: Node | null, after: Json): Wording {
  const { style } = writing
  if (typeof after === 'string' && isScalar(node)) {
    const block = isBlockScalar(node) ? blockWording(writing, place, node, after) : null
    if (block !== null) return block
    const quoting = quotingLike(node, place)
    if (place.flow || literalLines(after, writing.style.indent) === null)
      return { head: scalarText(after, { flow: place.flow, quoting }), below: [] }
  }
  const single = place.flow || (!place.keyed && !isScalarValue(after))
  if (single) return { head: flowText(after, place.quoting), below: [] }
  const { head, below } = valueLines(after, style, place.quoting)
  return { head, below: indented(below, place.column) }
}

function quotingLike(node: Scalar, place: Place): Quoting {
  if (node.type === 'QUOTE_DOUBLE') return 'double'
  if (node.type === 'QUOTE_SINGLE') return 'single'
  return typeof node.value === 'string' ? 'plain' : place.quoting
}

/**
 * A string as content of the block scalar that held the old one: the indentation stays, and so does folding, as long as
 * nothing is wrapped.
 */
function blockWording({ text, style }: Writing, place: Place, node: Scalar, after: string): Wording | null {
  const start = startOf(node)
  const header = headerOf(text, node)
  const stated = /\d/.exec(header)?.[0]
  const body = nextLine(text, start)
  const content = body + text.slice(body).search(/\S/)
  const isEmpty = content < body || content >= endOf(text, node)
  const columns = stated ? Number(stated) : isEmpty ? style.indent : columnOf(text, content) - place.column
  const literal = literalLines(after, columns, { short: true, keep: header.includes('+') })
  if (literal === null) return null
  const folds = header.startsWith('>') && literal.lines.length === 1
  return { head: (folds ? '>' : '|') + literal.header.slice(1), below: indented(literal.lines, place.column + columns) }
}

function rewrapped(writing: Writing, node: Node | null, after: Json): string | null {
  if (!writing.keepsWrapping || !isScalar(node) || typeof node.value !== 'string' || typeof after !== 'string')
    return null
  const source = writing.text.slice(startOf(node), endOf(writing.text, node))
  return node.type === 'BLOCK_LITERAL' || !source.includes('\n') ? null : rewrap(source, node.value, after)
}

/** The header of a block scalar, `|` or `>` with its indicators, without a comment behind it. */
function headerOf(text: string, node: Node): string {
  const [header] = text.slice(startOf(node)).split(/[^-+\d|>]/, 1)
  return header as string
}
