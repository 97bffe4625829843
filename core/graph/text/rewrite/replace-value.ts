import { isScalar, type Node, type Scalar } from 'yaml'
import type { Json, JsonObject } from '#core/json.ts'
import { columnOf, endOf, isBlock, isBlockScalar, lineEnd, nextLine, startOf } from '../geometry.ts'
import { isFilled } from '../json-equal.ts'
import { isScalarValue, literalLines, type Quoting, scalarText } from '../write-scalar.ts'
import { blockLines, flowText, indented, valueLines } from '../write-value.ts'
import { replace, type ValueContext, type Writing } from '../writing.ts'

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
export function replaceValue(writing: Writing, context: ValueContext, node: Node | null, after: Json): void {
  const wrapped = rewrapped(writing, node, after)
  if (!context.keyed && isBlock(node) && isFilled(after)) {
    replaceBlockItem(writing, node, after)
  } else if (wrapped !== null && node !== null) {
    replace(writing, startOf(node), endOf(writing.text, node), wrapped)
  } else replaceParts(writing, context, extentOf(writing.text, context, node), wordingOf(writing, context, node, after))
}

function replaceParts(writing: Writing, context: ValueContext, extent: Extent, wording: Wording): void {
  replaceHead(writing, context, extent, wording.head)
  const below = wording.below.map((line) => writing.style.newline + line).join('')
  replace(writing, extent.below, extent.bottom, below)
}

function replaceHead(writing: Writing, context: ValueContext, { start, end }: Extent, head: string): void {
  if (head === '') replace(writing, context.gap, end, '')
  else if (start === end) replace(writing, context.gap, context.gap, context.gapText + head)
  else replace(writing, start, end, head)
}

/** Replaces a block that begins on the line of its dash. */
function replaceBlockItem(writing: Writing, node: Node, after: JsonObject | readonly Json[]): void {
  const start = startOf(node)
  const [first, ...rest] = blockLines(after, writing.style)
  const text = [first, ...indented(rest, columnOf(writing.text, start))].join(writing.style.newline)
  replace(writing, start, lineEnd(writing.text, endOf(writing.text, node)), text)
}

function extentOf(text: string, context: ValueContext, node: Node | null): Extent {
  if (node === null || (isBlock(node) && context.keyed)) {
    const below = context.flow ? context.gap : lineEnd(text, context.gap)
    return {
      start: context.gap,
      end: context.gap,
      below,
      bottom: node === null ? below : lineEnd(text, endOf(text, node)),
    }
  }
  const start = startOf(node)
  if (isBlockScalar(node)) {
    return { start, end: start + headerOf(text, node).length, below: lineEnd(text, start), bottom: endOf(text, node) }
  }
  const end = endOf(text, node)
  const below = context.flow ? end : lineEnd(text, end)
  return { start, end, below, bottom: below }
}

function wordingOf(writing: Writing, context: ValueContext, node: Node | null, after: Json): Wording {
  const { style } = writing
  if (typeof after === 'string' && isScalar(node)) {
    const block = isBlockScalar(node) ? blockWording(writing, context, node, after) : null
    if (block !== null) return block
    const quoting = quotingLike(node, context)
    if (context.flow || literalLines(after, writing.style.indent) === null)
      return { head: scalarText(after, { flow: context.flow, quoting }), below: [] }
  }
  const single = context.flow || (!context.keyed && !isScalarValue(after))
  if (single) return { head: flowText(after, context.quoting), below: [] }
  const { head, below } = valueLines(after, style, context.quoting)
  return { head, below: indented(below, context.column) }
}

function quotingLike(node: Scalar, context: ValueContext): Quoting {
  if (node.type === 'QUOTE_DOUBLE') return 'double'
  if (node.type === 'QUOTE_SINGLE') return 'single'
  return typeof node.value === 'string' ? 'plain' : context.quoting
}

/**
 * A string as content of the block scalar that held the old one: the indentation stays, and so does folding, as long as
 * nothing is wrapped.
 */
function blockWording({ text, style }: Writing, context: ValueContext, node: Scalar, after: string): Wording | null {
  const start = startOf(node)
  const header = headerOf(text, node)
  const stated = /\d/.exec(header)?.[0]
  const body = nextLine(text, start)
  const content = body + text.slice(body).search(/\S/)
  const isEmpty = content < body || content >= endOf(text, node)
  const columns = stated ? Number(stated) : isEmpty ? style.indent : columnOf(text, content) - context.column
  const literal = literalLines(after, columns, { short: true, keep: header.includes('+') })
  if (literal === null) return null
  const folds = header.startsWith('>') && literal.lines.length === 1
  return {
    head: (folds ? '>' : '|') + literal.header.slice(1),
    below: indented(literal.lines, context.column + columns),
  }
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

/**
 * The source of a string that is wrapped over several lines, with changed words and its line breaks kept; `before` and
 * `after` are its values. Null when their words do not correspond. The caller checks that the result parses to `after`.
 */
function rewrap(source: string, before: string, after: string): string | null {
  const old = words(before)
  const fresh = words(after)
  const parts = source.split(/(\s+)/)
  const places = [...parts.keys()].filter((index) => index % 2 === 0 && parts[index] !== '')
  const offset = places.length - old.length
  if (old.length !== fresh.length || offset < 0 || offset > 1) return null
  for (const [index, word] of old.entries()) {
    const context = places[index + offset] as number
    const part = parts[context] as string
    if (part.split(word).length !== 2) return null
    parts[context] = part.replace(word, () => fresh[index] as string)
  }
  return parts.join('')
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
