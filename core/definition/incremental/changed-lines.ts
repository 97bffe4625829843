import type { Splice } from '../text/splice.ts'
import type { ChangedLines } from './split-changed.ts'

/** With more splices than this, parsing the whole text is faster. */
const mostSplices = 40

/** The whole lines that splices touch, in order and without overlaps; null where there are too many. */
export function changedLines(before: string, text: string, splices: readonly Splice[]): readonly ChangedLines[] | null {
  if (splices.length > mostSplices) return null
  const changes: { start: number; end: number; newStart: number; newEnd: number }[] = []
  let shift = 0
  for (const splice of splices) {
    const start = lineStart(before, splice.start)
    const newStart = start + shift
    shift += splice.text.length - (splice.end - splice.start)
    const end = splice.end + shift
    // Where a splice ends at the start of a line, before and after, that whole line is unchanged.
    const newEnd = isLineStart(before, splice.end) && isLineStart(text, end) ? end : lineEnd(text, end)
    const change = { start, end: newEnd - shift, newStart, newEnd }
    const last = changes.at(-1)
    if (last === undefined || change.start >= last.end) changes.push(change)
    else Object.assign(last, { end: change.end, newEnd })
  }
  return changes
}

function lineStart(text: string, location: number): number {
  return text.lastIndexOf('\n', location - 1) + 1
}

function isLineStart(text: string, location: number): boolean {
  return location === 0 || text[location - 1] === '\n'
}

function lineEnd(text: string, location: number): number {
  const found = text.indexOf('\n', location)
  return found === -1 ? text.length : found + 1
}
