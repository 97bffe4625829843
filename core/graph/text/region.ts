import { columnOf, type Entry, isFirstOnLine, lineEnd, lineStart, nextLine, textStart } from './geometry.ts'

/** The lines of an entry of a block collection, its own comments included. */
export interface Region {
  /**
   * Offset of the first character of its first line (after the indentation), or of the entry itself in the middle of a
   * line.
   */
  readonly start: number
  /** Offset before the line break of its last line. */
  readonly end: number
}

/**
 * The regions of entries, in order. An entry owns the comment lines right above it (for list items only: a comment
 * above a map key stays), the comment on its last line, and deeper indented comment lines below.
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

/** Offset of the comment lines right above `start`, none of them above `floor`. */
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

/** End of the comment lines below an entry that are indented deeper. */
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
