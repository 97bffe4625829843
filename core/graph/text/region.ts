import { columnOf, type Entry, isFirstOnLine, lineEnd, lineStart, nextLine, textStart } from './geometry.ts'

/** The lines that belong to an entry of a block collection, its own comments with it. */
export interface Region {
  /** At the first character of its first line (indentation left out), or at the entry itself in the middle of a line. */
  readonly start: number
  /** Before the line break of its last line. */
  readonly end: number
}

/**
 * The regions of entries, in order. An entry owns the comment lines right above
 * it (for items of a list only: what is said above a key of a map stays), the
 * comment on its last line, and comment lines below that are indented deeper.
 */
export function regionsOf(text: string, entries: readonly Entry[]): Region[] {
  const regions: Region[] = []
  for (const [index, entry] of entries.entries()) {
    const floor = regions.at(-1)?.end ?? 0
    const ceiling = entries[index + 1]?.start ?? text.length
    const ownsAbove = !entry.keyed && isFirstOnLine(text, entry.start)
    const start = ownsAbove ? commentsAbove(text, entry.start, floor) : entry.start
    regions.push({ start, end: commentsBelow(text, entry, ceiling) })
  }
  return regions
}

/** Is there an empty line between two neighbouring regions? */
export function hasBlankLine(text: string, from: number, to: number): boolean {
  return /\n[ \t]*\r?\n/.test(text.slice(from, to))
}

/** Where the comment lines begin that stand right above `start`, none of them above `floor`. */
export function commentsAbove(text: string, start: number, floor: number): number {
  let first = start
  let line = lineStart(text, start)
  while (line > Math.max(floor, textStart(text))) {
    const above = lineStart(text, line - 1)
    const content = contentOf(text, above)
    if (above < floor || text[content] !== '#') break
    first = content
    line = above
  }
  return first
}

/** Where the comment lines end that stand below an entry and deeper than it. */
export function commentsBelow(text: string, entry: Pick<Entry, 'start' | 'end'>, ceiling: number): number {
  const column = columnOf(text, entry.start)
  let end = lineEnd(text, entry.end)
  let line = nextLine(text, entry.end)
  while (line < ceiling) {
    const content = contentOf(text, line)
    const empty = content === lineEnd(text, line)
    if (!empty && (text[content] !== '#' || content - line <= column)) break
    if (!empty) end = lineEnd(text, line)
    line = nextLine(text, line)
  }
  return end
}

function contentOf(text: string, line: number): number {
  let offset = line
  while (text[offset] === ' ' || text[offset] === '\t') offset += 1
  return offset
}
