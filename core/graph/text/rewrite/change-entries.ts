import { isMap } from 'yaml'
import { type Collection, columnOf, type Entry, entriesOf, isFirstOnLine, keepsEmptyLines } from '../geometry.ts'
import { hasBlankLine, type Region, regionsOf } from '../region.ts'
import { insertAbove, insertBelow, removeLines, replace, type Writing } from '../writing.ts'
import { type Run, runsOf } from './runs.ts'

/** Additions and removals of entries of a collection, without changes inside them. */
export interface EntryChanges {
  /** Whether each old entry stays, by index; at least one does. */
  readonly survives: readonly boolean[]
  /** New entries behind a remaining one, or before the first (-1). */
  readonly additions: readonly Addition[]
}

export interface Addition {
  readonly behind: number
  /** The lines of each new entry; in a flow collection one line each. */
  readonly entries: readonly (readonly string[])[]
}

/**
 * Removes entries of a block collection, with their comments, and inserts others. New list items are separated by empty
 * lines as their neighbours are, or by `spacious` where there are too few; in a map only a block at the end is
 * separated, and only if `spacious`.
 */
export function changeBlock(writing: Writing, node: Collection, changes: EntryChanges, spacious: boolean): void {
  const { text } = writing
  const entries = entriesOf(text, node)
  const regions = regionsOf(text, entries)
  const column = columnOf(text, (entries[0] as Entry).start)
  for (const { behind, entries: added } of changes.additions) {
    const isSpaced = (lines: readonly string[]) => {
      if (isMap(node)) return spacious && behind === entries.length - 1 && lines.length > 1
      return areSpaced(text, regions, behind) ?? (spacious && lines.length > 1)
    }
    if (behind === -1) {
      const { start } = regions[changes.survives.indexOf(true)] as Region
      const lines = added.flatMap((entry) => (isSpaced(entry) ? [...entry, ''] : entry))
      insertAbove(writing, start, lines, column)
    } else {
      // A block scalar would own an empty line right below it.
      const joins = keepsEmptyLines(text, (entries[behind] as Entry).value)
      const apart = (entry: readonly string[], index: number) => isSpaced(entry) && !(joins && index === 0)
      const lines = added.flatMap((entry, index) => (apart(entry, index) ? ['', ...entry] : entry))
      insertBelow(writing, (regions[behind] as Region).end, lines, column)
    }
  }
  for (const run of runsOf(changes.survives)) removeRun(writing, regions, run)
}

function removeRun(writing: Writing, regions: readonly Region[], [first, last]: Run): void {
  const { text } = writing
  const { start } = regions[first] as Region
  const { end } = regions[last] as Region
  const next = regions[last + 1]
  if (isFirstOnLine(text, start)) {
    removeLines(writing, [start, end], regions[first - 1]?.end ?? null, next?.start ?? null)
  } else {
    const joins = next !== undefined && text.slice(end, next.start).trim() === ''
    replace(writing, start, joins ? next.start : end, '')
  }
}

/** Does an empty line separate the entries around a new one? Undefined with fewer than two entries. */
function areSpaced(text: string, regions: readonly Region[], behind: number): boolean | undefined {
  const above = Math.min(Math.max(behind, 0), regions.length - 2)
  const [first, second] = [regions[above], regions[above + 1]]
  return first === undefined || second === undefined ? undefined : hasBlankLine(text, first.end, second.start)
}
