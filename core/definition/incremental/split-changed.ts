import { firstInLine, isItemAt, nextLine, type Piece, type Section, takesLine } from './split-blocks.ts'

/** Whole lines that have changed: their old range, and the range of the lines that replace them. */
export interface ChangedLines {
  readonly start: number
  readonly end: number
  readonly newStart: number
  readonly newEnd: number
}

/**
 * The parts of a section from `from` up to `to`, and the pieces that replace them. A section that is not cut into parts
 * counts as one part.
 */
export interface ChangedParts {
  readonly from: number
  readonly to: number
  readonly pieces: readonly Piece[]
}

/**
 * The parts of each section that have to be parsed again after some lines changed: from the piece before a change to
 * the next piece that begins where one began before. The resulting sections equal the result of `splitBlocks`. Null
 * where a change reaches beyond the inside of a section.
 */
export function splitChanged(
  text: string,
  sections: readonly Section[],
  changes: readonly ChangedLines[],
): readonly (readonly ChangedParts[])[] | null {
  let next = 0
  const found = sections.map((section) => {
    const first = next
    while (next < changes.length && isWithin(section, changes[next] as ChangedLines)) next += 1
    if (first === next) return []
    const within = changes.slice(first, next)
    return section.list === undefined ? splitPlain(text, section, within) : splitList(text, section, within)
  })
  const parts = found.filter((one) => one !== null)
  return next === changes.length && parts.length === sections.length ? parts : null
}

/** The change lies after the line of the section's key and ends within the section. */
function isWithin({ key, end }: Section, change: ChangedLines): boolean {
  return change.start > key && change.end <= end
}

function splitPlain(
  text: string,
  { start, end }: Section,
  within: readonly ChangedLines[],
): readonly ChangedParts[] | null {
  for (const { newStart, newEnd } of within) {
    for (let line = newStart; line < newEnd; line = nextLine(text, line)) {
      if (firstInLine(text, line) === line && !isItemAt(text, line)) return null
    }
  }
  const [head, last] = [within[0] as ChangedLines, within.at(-1) as ChangedLines]
  return [
    { from: 0, to: 1, pieces: [{ start: start + head.newStart - head.start, end: end + last.newEnd - last.end }] },
  ]
}

function splitList(text: string, section: Section, within: readonly ChangedLines[]): readonly ChangedParts[] | null {
  const { parts, end } = section
  const found: ChangedParts[] = []
  for (let next = 0; next < within.length; next += 1) {
    let change = within[next] as ChangedLines
    // The first line of the part stays, and the first line is what makes it a part.
    const from = lastBefore(parts, change.start)
    if (from === -1) return null
    let line = (parts[from] as Piece).start + change.newStart - change.start
    const column = (firstInLine(text, line) as number) - line
    const pieces: { start: number; end: number }[] = []
    let to = from
    for (;;) {
      // Further changes in the same part, or with no certain beginning of a part between.
      for (let coming = within[next + 1]; coming !== undefined; coming = within[next + 1]) {
        if (line < coming.newStart) break
        change = coming
        next += 1
      }
      const old = line - change.newEnd + change.end
      while (to < parts.length && (parts[to] as Piece).start < old) to += 1
      const isBoundary = old === end || (to > from && parts[to]?.start === old)
      if (line >= change.newEnd && isBoundary && startsBehind(parts, to, within[next + 1])) break
      const first = firstInLine(text, line)
      const taken = first === null || takesLine(section.list, column, first - line, isItemAt(text, first))
      if (!taken || line === text.length) return null
      if (first !== null && first - line === column) pieces.push({ start: line, end: line })
      line = Math.min(nextLine(text, line), text.length)
      ;(pieces.at(-1) as { end: number }).end = line
    }
    found.push({ from, to, pieces })
  }
  return found
}

/** Does the part that a change is in begin at `from` or later? */
function startsBehind(parts: readonly Piece[], from: number, change: ChangedLines | undefined): boolean {
  return change === undefined || lastBefore(parts, change.start) >= from
}

/** The last part that begins before a place; -1 without one. */
function lastBefore(parts: readonly Piece[], location: number): number {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle] as Piece).start < location) low = middle + 1
    else high = middle
  }
  return low - 1
}
