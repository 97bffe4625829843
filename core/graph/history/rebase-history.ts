import { applySplices, invertSplices, type Splice } from '#core/definition/text/splice.ts'
import type { History, HistoryEntry } from './history.ts'

/**
 * The history of a text after a merge of another author's changes: undo reverts local changes and keeps the merged
 * ones. `splices` lead from the text that the history ends in to the merged text. Entries are kept back to the first
 * one that overlaps the merge. Redo entries are dropped, because their text no longer exists.
 */
export function rebaseHistory(history: History, text: string, splices: readonly Splice[]): History {
  const past: HistoryEntry[] = []
  let own = text
  let foreign = splices
  for (const entry of history.past.toReversed()) {
    const before = applySplices(own, entry.backward)
    const merged = applySplices(own, foreign)
    const backward = across(entry.backward, foreign)
    const onward = across(foreign, entry.backward)
    if (backward === null || onward === null) break
    const mergedBefore = applySplices(merged, backward)
    past.push({
      ...entry,
      backward,
      forward: invertSplices(merged, backward),
      lengthBefore: mergedBefore.length,
      lengthAfter: merged.length,
    })
    own = before
    foreign = onward
  }
  return { past: past.reverse(), future: [] }
}

/** The splices rebased onto a text that others have changed; null where both change the same place. */
function across(splices: readonly Splice[], others: readonly Splice[]): readonly Splice[] | null {
  const moved: Splice[] = []
  for (const { start, end, text } of splices) {
    let shift = 0
    for (const other of others) {
      if (other.end <= start && !(other.end === start && other.start === start)) {
        shift += other.text.length - (other.end - other.start)
      } else if (other.start < end || other.start === start) return null
    }
    moved.push({ start: start + shift, end: end + shift, text })
  }
  return moved
}
