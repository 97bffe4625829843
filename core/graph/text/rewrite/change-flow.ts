import { type Collection, columnOf, type Entry, entriesOf, isFirstOnLine, lineEnd, startOf } from '../geometry.ts'
import { commentsAbove } from '../region.ts'
import { replace, type Writing } from '../writing.ts'
import type { Addition, EntryChanges } from './change-entries.ts'
import { runsOf } from './runs.ts'

/** Removes entries of a flow collection and inserts others. Comments stay with their entries. */
export function changeFlow(writing: Writing, node: Collection, changes: EntryChanges): void {
  const entries = entriesOf(writing.text, node)
  for (const addition of changes.additions) {
    if (addition.behind === -1) addFirst(writing, node, changes.survives.indexOf(true), addition)
    else addBehind(writing, entries[addition.behind] as Entry, addition)
  }
  for (const run of runsOf(changes.survives)) {
    const [previous, next] = [entries[run[0] - 1], entries[run[1] + 1]]
    const [start, end] = [(entries[run[0]] as Entry).start, (entries[run[1]] as Entry).end]
    const isApart = previous === undefined || writing.text.slice(previous.end, start).includes('\n')
    if (next !== undefined && isApart) removeAbove(writing, start, end, next)
    else removeBehind(writing, previous as Entry, start, end)
  }
}

function addFirst(writing: Writing, node: Collection, index: number, { entries: added }: Addition): void {
  const { text } = writing
  const entries = entriesOf(text, node)
  const { start } = entries[index] as Entry
  const between = separator(writing, start)
  const context = isFirstOnLine(text, start)
    ? commentsAbove(text, start, entries[index - 1]?.end ?? startOf(node))
    : start
  replace(writing, context, context, added.map(([line]) => line + between).join(''))
}

function addBehind(writing: Writing, { start, end }: Entry, { entries: added }: Addition): void {
  const { text } = writing
  const between = separator(writing, start)
  const joined = added.map(([line]) => line).join(between)
  const [said, comma] = /^([ \t]*,)?[ \t]+#/.exec(text.slice(end, lineEnd(text, end))) ?? []
  if (said === undefined || !isFirstOnLine(text, start)) {
    replace(writing, end, end, between + joined)
    return
  }
  // A comment behind an entry belongs to that entry: new entries go to the next line.
  if (comma === undefined) replace(writing, end, end, ',')
  const below = lineEnd(text, end)
  replace(writing, below, below, between.slice(1) + joined + (comma === undefined ? '' : ','))
}

/** The separator between entries: a line break where entries have lines of their own. */
function separator({ text, style }: Writing, start: number): string {
  return isFirstOnLine(text, start) ? `,${style.newline}${' '.repeat(columnOf(text, start))}` : ', '
}

/**
 * Removes up to the next entry, or up to the comment above that entry; without a space before it, a `#` would not begin
 * a comment.
 */
function removeAbove(writing: Writing, start: number, end: number, next: Entry): void {
  const { text } = writing
  const said = commentsAbove(text, next.start, end)
  const isComment = said < next.start && !/\s/.test(text[start - 1] as string)
  replace(writing, start, said, isComment ? ' ' : '')
}

/** Removes from the previous entry on, and keeps its comment and the comma that it then needs. */
function removeBehind(writing: Writing, previous: Entry, start: number, end: number): void {
  const { text, style } = writing
  const comma = /^[ \t]*,/.exec(text.slice(end))?.[0] ?? ''
  const isOwnLine = isFirstOnLine(text, start)
  const to = behindComment(text, isOwnLine ? end + comma.length : end)
  if (!text.slice(previous.end, start).includes('#')) {
    const isSaid = isOwnLine && to > end + comma.length
    replace(writing, previous.end, isSaid ? to : behindComment(text, end), isSaid ? comma : '')
    return
  }
  // The rest of the line would become part of the comment.
  const isEnd = text.slice(to, lineEnd(text, to)).trim() === ''
  const indent = ' '.repeat(columnOf(text, start))
  replace(writing, lineEnd(text, previous.end), to, isEnd ? '' : style.newline + indent)
}

/** Offset behind the comment that follows on the line; the given offset without one. */
function behindComment(text: string, offset: number): number {
  const end = lineEnd(text, offset)
  return text.slice(offset, end).trimStart().startsWith('#') ? end : offset
}
