import { parseIncrementally } from '#core/definition/incremental/parse-incrementally.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import { applySplices, type Splice } from '#core/definition/text/splice.ts'
import type { JsonObject } from '#core/json.ts'
import type { EditDone } from '../../edit.ts'
import { lineSplices } from '../../merge/lines.ts'
import { columnOf, lineEnd, lineStart, nextLine } from '../../text/geometry.ts'
import { jsonEqual } from '../../text/json-equal.ts'
import { commentsBelow } from '../../text/region.ts'
import { rewrite } from '../../text/rewrite/rewrite.ts'
import { openSource, type Source } from '../../text/source.ts'
import { stepNamed } from '../raw/raw-step.ts'
import { renameSteps } from '../rename/rename-step.ts'
import type { Copied } from './edit-draft.ts'
import { dataOfText } from './open-draft.ts'

/**
 * An edit of `text` that copied steps, completed with the comments within the originals and the spelling of their
 * values. The meaning of the copies stays; a copy whose meaning would change keeps its plain form.
 */
export function asWritten(text: string, done: EditDone, { names, ...from }: Copied): EditDone {
  const originals = new Map([...names].map(([original, copy]) => [copy, original]))
  const pieces = done.created.flatMap((copy) => {
    const piece = itemOf(from, originals.get(copy) as string)
    // Without a comment or an unusual number nothing is lost, and parsing a long text once more is slow.
    return piece.lines.includes('#') || oddNumber.test(piece.lines) ? [[copy, piece.lines] as const] : []
  })
  if (pieces.length === 0) return done
  const parsed = done.parsed ?? parseIncrementally(done.text, null)
  const said = saidIn(done.text, parsed)
  const splices = pieces.flatMap(([copy, piece]) => {
    const place = itemOf({ text: done.text, parsed }, copy)
    const lines = saying(piece, stepNamed(said as JsonObject, copy), names)
    return lines === null ? [] : spliceFor(done.text, place, lines)
  })
  const after = withoutOtherMeaning(done.text, splices, said)
  if (after === done.text) return done
  return { ok: true, text: after, splices: lineSplices(text, after), created: done.created }
}

/** Numbers that would be written differently when generated: `1.10`, `0x1F`, `1e3`, numbers with many digits. */
const oddNumber =
  /(?<![\w.])[-+]?(?:0[xo][\da-fA-F]|\d+\.\d*0|\d+\.(?!\d)|\.\d|[\d.]+[eE][-+]?\d|\d{16})|(?<![\w.])\+\d/

/** The data of a text; empty where it cannot be parsed. */
const saidIn = (text: string, parsed: ParseResult): JsonObject | undefined =>
  (dataOfText(text, parsed) as { readonly value?: JsonObject }).value

/** A text after as many of these splices, in order, as keep its meaning. */
function withoutOtherMeaning(text: string, splices: readonly Splice[], said: JsonObject | undefined): string {
  if (splices.length === 0) return text
  const after = applySplices(text, splices)
  if (jsonEqual(saidIn(after, parseIncrementally(after, null)), said)) return after
  if (splices.length === 1) return text
  const middle = splices.length >> 1
  // Later splices first: they do not shift earlier offsets.
  const below = withoutOtherMeaning(text, splices.slice(middle), said)
  return withoutOtherMeaning(below, splices.slice(0, middle), said)
}

interface Item {
  readonly start: number
  readonly end: number
  /** Offset behind the empty lines below the item, which a block scalar at its end may own. */
  readonly below: number
  /** The item of a list in brackets: a comment may follow it only at the end of its last line. */
  readonly flow: boolean
  /** The text as an item of an unindented block list, without the comment above it. */
  readonly lines: string
}

/**
 * The text of a step as a list item. A wrong result is harmless, because it is compared with the data of the copies.
 */
function itemOf({ text, parsed }: Omit<Copied, 'names'>, name: string): Item {
  const range = { start: 0, end: 0, ...parsed.source.stepRange(name) }
  const { start } = range
  const written = start + text.slice(start, range.end).trimEnd().length
  if (text[start] === '{') {
    const [, behind] = /^[ \t]*,?[ \t]*(#.*)/.exec(text.slice(written, lineEnd(text, written))) ?? []
    const lines = atLeftEdge(text.slice(start, written), columnOf(text, start)).join('\n  ')
    const whole = behind === undefined ? `- ${lines}` : `- ${lines} ${behind}`
    return { start, end: written, below: written, flow: true, lines: whole }
  }
  const end = commentsBelow(text, { start, end: written }, text.length)
  const below = emptyBelow(text, end)
  const lines = atLeftEdge(text.slice(lineStart(text, start), below), columnOf(text, start))
  return { start, end, below, flow: false, lines: lines.join('\n') }
}

function atLeftEdge(text: string, column: number): string[] {
  const indented = new RegExp(`^ {0,${column}}`)
  return text.split(/\r?\n/).map((line) => line.replace(indented, ''))
}

/** Offset before the line break of the last empty line below. */
function emptyBelow(text: string, end: number): number {
  let below = end
  for (let line = nextLine(text, end); line < text.length; line = nextLine(text, line)) {
    const until = lineEnd(text, line)
    if (text.slice(line, until).trim() !== '') break
    below = until
  }
  return below
}

/**
 * The item with the smallest changes that give it this data; null where its form does not allow that. The rename comes
 * first: in lists where every name differs, items could not be matched.
 */
function saying(item: string, step: JsonObject, names: ReadonlyMap<string, string>): string | null {
  const head = 'steps:\n'
  // An item of a readable text is readable as the only item, too.
  const source = openSource(`${head}${item}\n`) as Source
  // An item that cannot be renamed is used unchanged.
  const renamed = { source, ...rewrite(source, renameSteps(source.value, names)) }
  const written = rewrite(renamed.source, { steps: [step] })
  if (!written.ok) return null
  const lines = written.source.text.slice(head.length).replace(/\n$/, '')
  const trimmed = openSource(`${head}${lines.trimEnd()}\n`)
  return trimmed.ok && jsonEqual(trimmed.value, written.source.value) ? lines.trimEnd() : lines
}

function spliceFor(text: string, { start, end, below, flow }: Item, lines: string): readonly Splice[] {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const indent = ' '.repeat(columnOf(text, start))
  const indented = (all: readonly string[]) =>
    all.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join(newline)
  if (!flow) {
    const keepsEmpty = lines.trimEnd() !== lines
    return [{ start, end: keepsEmpty ? below : end, text: indented(lines.split('\n')) }]
  }
  // A brace in the trailing comment would be taken for the closing one: the data then differs, and the item is dropped.
  const [, braces, comment] = /^- (\{[\s\S]*\}) ?([^}\n]*)$/.exec(lines) ?? []
  if (braces === undefined || comment === undefined) return []
  const step = { start, end, text: indented(atLeftEdge(braces, 2)) }
  const behind = text.slice(end, lineEnd(text, end))
  if (!comment.startsWith('#') || !/^[ \t]*,?[ \t\r]*$/.test(behind)) return [step]
  const place = end + behind.trimEnd().length
  return [step, { start: place, end: place, text: ` ${comment}` }]
}
