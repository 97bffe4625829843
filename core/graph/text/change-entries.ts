import { isMap } from 'yaml'
import {
  type Collection,
  columnOf,
  type Entry,
  entriesOf,
  isFirstOnLine,
  keepsEmptyLines,
  lineEnd,
} from './geometry.ts'
import { commentsAbove, hasBlankLine, type Region, regionsOf } from './region.ts'
import { insertAbove, insertBelow, removeLines, replace, type Writing } from './writing.ts'

/** What happens to the entries of a collection besides changes inside them. */
export interface EntryChanges {
  /** Whether an old entry stays, by its index; at least one does. */
  readonly survives: readonly boolean[]
  /** New entries behind a surviving one, or before the first of them (-1). */
  readonly additions: readonly Addition[]
}

export interface Addition {
  readonly behind: number
  /** The lines of each new entry; in a flow collection one line each. */
  readonly entries: readonly (readonly string[])[]
}

/** A run of neighbouring entries that go, as indexes, both included. */
type Run = readonly [first: number, last: number]

/** Takes entries out of a flow collection and puts others in. */
export function changeFlow(writing: Writing, node: Collection, changes: EntryChanges): void {
  const { text, style } = writing
  const entries = entriesOf(text, node)
  for (const { behind, entries: added } of changes.additions) {
    const index = behind === -1 ? changes.survives.indexOf(true) : behind
    const anchor = entries[index] as Entry
    const ownLine = isFirstOnLine(text, anchor.start)
    const separator = ownLine ? `,${style.newline}${' '.repeat(columnOf(text, anchor.start))}` : ', '
    const joined = added.map(([line]) => line).join(separator)
    if (behind === -1) replace(writing, anchor.start, anchor.start, joined + separator)
    else replace(writing, anchor.end, anchor.end, separator + joined)
  }
  for (const [first, last] of runs(changes.survives)) {
    const { start } = entries[first] as Entry
    const [previous, next] = [entries[first - 1], entries[last + 1]]
    const above = text.slice(previous?.end, start)
    if (next !== undefined && (previous === undefined || above.includes('\n'))) {
      // What is said above the next one is about that. Where nothing stands before it, a comment would not be one.
      const said = commentsAbove(text, next.start, (entries[last] as Entry).end)
      const stays = isFirstOnLine(text, next.start) && /\s/.test(text[start - 1] as string)
      replace(writing, start, stays ? said : next.start, '')
    } else {
      // A comment behind the entry before stays, and the comma that it needs.
      const from = (previous as Entry).end
      const to = (entries[last] as Entry).end
      const behind = lineEnd(text, to)
      const isSaid = text.slice(to, behind).trimStart().startsWith('#')
      replace(writing, above.includes('#') ? lineEnd(text, from) : from, isSaid ? behind : to, '')
    }
  }
}

/**
 * Takes lines of a block collection out, with the comments that belong to
 * them, and puts others in. New items of a list are separated by empty lines as
 * their neighbours are, or `spacious` where that says nothing; in a map only a
 * block at the end is, and only if `spacious`.
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
      // An empty line right below such a text would be its own.
      const joins = keepsEmptyLines(text, (entries[behind] as Entry).value)
      const apart = (entry: readonly string[], index: number) => isSpaced(entry) && !(joins && index === 0)
      const lines = added.flatMap((entry, index) => (apart(entry, index) ? ['', ...entry] : entry))
      insertBelow(writing, (regions[behind] as Region).end, lines, column)
    }
  }
  for (const run of runs(changes.survives)) removeRun(writing, regions, run)
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

/** Are the entries around a new one apart by an empty line? Undefined with less than two entries. */
function areSpaced(text: string, regions: readonly Region[], behind: number): boolean | undefined {
  const above = Math.min(Math.max(behind, 0), regions.length - 2)
  const [first, second] = [regions[above], regions[above + 1]]
  return first === undefined || second === undefined ? undefined : hasBlankLine(text, first.end, second.start)
}

function runs(survives: readonly boolean[]): Run[] {
  const found: Run[] = []
  let first = -1
  for (const [index, stays] of [...survives, true].entries()) {
    if (!stays && first === -1) first = index
    if (stays && first !== -1) {
      found.push([first, index - 1])
      first = -1
    }
  }
  return found
}
