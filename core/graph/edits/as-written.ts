import { parseAgain } from '#core/definition/again/parse-again.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import { applySplices, type Splice, spliceBetween } from '#core/definition/text/splice.ts'
import type { JsonObject } from '#core/json.ts'
import type { EditDone } from '../edit.ts'
import { columnOf, isFirstOnLine, lineStart } from '../text/geometry.ts'
import { jsonEqual } from '../text/json-equal.ts'
import { commentsBelow } from '../text/region.ts'
import { rewrite } from '../text/rewrite.ts'
import { openSource, type Source } from '../text/source.ts'
import { whatIsSaid } from './draft.ts'
import { stepNamed } from './raw-step.ts'

/** What steps were copied from: a text, and the names of the copies by those that they have there. */
export interface Copied {
  readonly text: string
  readonly parsed: ParseResult
  readonly names: ReadonlyMap<string, string>
}

/**
 * An edit of `text` that copied steps, with what their originals have besides
 * what they say: the comments within them, and how their values are written. The
 * copies say the same as before, else they stay without.
 */
export function asWritten(text: string, done: EditDone, { names, ...from }: Copied): EditDone {
  const originals = new Map([...names].map(([original, copy]) => [copy, original]))
  const pieces = done.created.flatMap((copy) => {
    const piece = itemOf(from, originals.get(copy) as string)
    // Without a comment nothing is lost, and reading a long text once more takes long.
    return piece?.lines.includes('#') ? [[copy, piece.lines] as const] : []
  })
  if (pieces.length === 0) return done
  const parsed = done.parsed ?? parseAgain(done.text, null)
  const said = saidIn(done.text, parsed)
  const splices = pieces.flatMap(([copy, piece]) => {
    const place = itemOf({ text: done.text, parsed }, copy)
    const lines = saying(piece, stepNamed(said as JsonObject, copy))
    return place === null || lines === null ? [] : [spliceFor(done.text, place, lines)]
  })
  // Copies stand in the order in which they were made.
  const after = applySplices(done.text, splices)
  if (!jsonEqual(saidIn(after, parseAgain(after, null)), said)) return done
  return { ok: true, text: after, splices: spliceBetween(text, after), created: done.created }
}

/** Nothing where a text cannot be read. */
const saidIn = (text: string, parsed: ParseResult): JsonObject | undefined =>
  (whatIsSaid(text, parsed) as { readonly value?: JsonObject }).value

interface Item {
  readonly start: number
  readonly end: number
  /** Its lines as they stand at the left edge, without what is said above it. */
  readonly lines: string
}

/** A step as an item of a block list; null where it shares its line with others. */
function itemOf({ text, parsed }: Omit<Copied, 'names'>, name: string): Item | null {
  const range = parsed.source.stepRange(name)
  if (range === undefined || !isFirstOnLine(text, range.start) || text[range.start] !== '-') return null
  const written = range.start + text.slice(range.start, range.end).trimEnd().length
  const end = commentsBelow(text, { start: range.start, end: written }, text.length)
  const indented = new RegExp(`^ {0,${columnOf(text, range.start)}}`)
  const lines = text.slice(lineStart(text, range.start), end).split(/\r?\n/)
  return { start: range.start, end, lines: lines.map((line) => line.replace(indented, '')).join('\n') }
}

/** The item with the smallest changes after which it says this; null where it is written in a way that cannot be followed. */
function saying(item: string, step: JsonObject): string | null {
  const head = 'steps:\n'
  // What is an item of a text that can be read can be read as the only one, too.
  const written = rewrite(openSource(`${head}${item}\n`) as Source, { steps: [step] })
  return written.ok ? written.source.text.slice(head.length).trimEnd() : null
}

function spliceFor(text: string, { start, end }: Item, lines: string): Splice {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const indent = ' '.repeat(columnOf(text, start))
  const written = lines.split('\n').map((line, index) => (index === 0 || line === '' ? line : indent + line))
  return { start, end, text: written.join(newline) }
}
