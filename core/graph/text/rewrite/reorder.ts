import { type Collection, type Entry, isFirstOnLine } from '../geometry.ts'
import { regionsOf } from '../region.ts'
import { replace, type Writing } from '../writing.ts'

/** Puts the text of each entry, with its comments, into the wanted order; the text between entries stays. */
export function reorder(writing: Writing, node: Collection, entries: readonly Entry[], order: readonly number[]): void {
  const { text } = writing
  const lines = node.flow !== true && entries.every(({ start }) => isFirstOnLine(text, start))
  // A comment above a key moves with the key, too.
  const spans = lines
    ? regionsOf(
        text,
        entries.map((entry) => ({ ...entry, keyed: false })),
      )
    : entries
  for (const [index, from] of order.entries()) {
    const [target, source] = [spans[index], spans[from]]
    if (target === undefined || source === undefined || index === from) continue
    replace(writing, target.start, target.end, text.slice(source.start, source.end))
  }
}
