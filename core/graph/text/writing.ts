import type { Node } from 'yaml'
import type { Splice } from '#core/definition/text/splice.ts'
import type { Json } from '#core/json.ts'
import { type Collection, columnOf, type Entry, entriesOf, lineEnd, lineStart, nextLine, startOf } from './geometry.ts'
import { hasBlankLine } from './region.ts'
import type { Style } from './style.ts'
import type { Quoting } from './write-scalar.ts'

/** The place of a value, as far as writing another value there requires. */
export interface ValueContext {
  readonly flow: boolean
  /** Column of the key or dash that the value belongs to. */
  readonly column: number
  /** Offset behind the colon or the dash, and the separator before a value. */
  readonly gap: number
  readonly gapText: string
  /** True for a value behind a key, false behind a dash. */
  readonly keyed: boolean
  /** How strings are quoted here. */
  readonly quoting: Quoting
  /** The document itself, its `steps`, or anything else. */
  readonly role: 'document' | 'steps' | 'other'
}

/** A rewrite in progress: the source, its style, and the splices found so far (in any order). */
export interface Writing {
  readonly text: string
  readonly style: Style
  readonly splices: Splice[]
  /** Keeps the line breaks of wrapped strings where only words change; tried first. */
  readonly keepsWrapping: boolean
  /** Replaces the value at a place by splices. */
  readonly rewrite: (writing: Writing, context: ValueContext, node: Node | null, before: Json, after: Json) => void
}

/** The place of the value of an entry in a collection that itself stands at `outer`. */
export function contextOf(writing: Writing, outer: ValueContext, node: Collection, entry: Entry): ValueContext {
  return {
    flow: outer.flow || node.flow === true,
    column: columnOf(writing.text, entry.start),
    gap: entry.gap,
    gapText: entry.gapText,
    keyed: entry.keyed,
    quoting: quotingOf(writing.text, node, outer),
    role: outer.role === 'document' && entry.key === 'steps' ? 'steps' : 'other',
  }
}

/** The quoting of a collection: that of its first key in a flow map, of its first item in a list. */
export function quotingOf(text: string, node: Collection, outer: ValueContext): Quoting {
  const first = entriesOf(text, node)[0]
  if (first === undefined || (first.keyed && node.flow !== true)) return outer.quoting
  const mark = text[!first.keyed && first.value !== null ? startOf(first.value) : first.start]
  return mark === '"' ? 'double' : mark === "'" ? 'single' : 'plain'
}

export function replace(writing: Writing, start: number, end: number, text: string): void {
  writing.splices.push({ start, end, text })
}

/** Inserts lines below the line that `offset` ends, each indented to `column`. */
export function insertBelow(writing: Writing, offset: number, lines: readonly string[], column: number): void {
  const space = ' '.repeat(column)
  const text = lines.map((line) => writing.style.newline + (line === '' ? '' : space + line)).join('')
  replace(writing, offset, offset, text)
}

/** Inserts lines before `offset`, whose line keeps its indentation. */
export function insertAbove(writing: Writing, offset: number, lines: readonly string[], column: number): void {
  const { newline } = writing.style
  const space = ' '.repeat(column)
  const rest = lines.slice(1).map((line) => newline + (line === '' ? '' : space + line))
  replace(writing, offset, offset, lines[0] + rest.join('') + newline + space)
}

/**
 * Removes whole lines, from the line of `start` to the line of `end`. `previous` and `next` are the end and the start
 * of the neighbouring entries, null where there is none. Of empty lines on both sides, those above stay; a removal at
 * the end of a block also removes the empty lines above.
 */
export function removeLines(
  writing: Writing,
  [start, end]: readonly [number, number],
  previous: number | null,
  next: number | null,
): void {
  const { text } = writing
  const from = lineStart(text, start)
  if (next === null) {
    replace(writing, endAbove(text, from), lineEnd(text, end), '')
    return
  }
  const below = nextLine(text, end)
  const collapses = (previous === null || hasBlankLine(text, previous, start)) && hasBlankLine(text, end, next)
  replace(writing, from, collapses ? skipBlankLines(text, below) : below, '')
}

/** The end of the last line above `line` that is not empty. */
function endAbove(text: string, line: number): number {
  let end = line
  while (end > 0 && (text[end - 1] as string).trim() === '') end -= 1
  return lineEnd(text, end)
}

function skipBlankLines(text: string, line: number): number {
  let offset = line
  while (offset < text.length && text.slice(offset, nextLine(text, offset)).trim() === '')
    offset = nextLine(text, offset)
  return offset
}
