import { applySplices, invertSplices, type Splice, spliceBetween } from '#core/definition/text/splice.ts'
import { limits } from '../../limits.ts'

/** A rename of a step. */
export interface Renaming {
  readonly from: string
  readonly to: string
}

/** One undo step: the splices between two texts, in both directions. */
export interface HistoryEntry {
  /** The menu text: "Undo <label>". */
  readonly label: string
  /** Successive edits with the same key, each soon after the last, become one entry. */
  readonly mergeKey?: string
  /** The rename, for callers that keep other data by step name. */
  readonly renamed?: Renaming
  /** Time of the entry's last edit, in milliseconds. */
  readonly at: number
  readonly lengthBefore: number
  readonly lengthAfter: number
  /** Offsets into the text before. */
  readonly forward: readonly Splice[]
  /** Offsets into the text after; the same number, in the same order. */
  readonly backward: readonly Splice[]
}

/**
 * Undo and redo as data: plain JSON, so that it survives a reload, and bounded. Selection and viewport are not part of
 * it. The newest entry is the last of `past`; the next entry to redo is the last of `future`.
 */
export interface History {
  readonly past: readonly HistoryEntry[]
  readonly future: readonly HistoryEntry[]
}

export interface Change {
  readonly label: string
  readonly mergeKey?: string
  readonly renamed?: Renaming
  readonly at: number
  /** The text before, and the splices that were applied to it. */
  readonly before: string
  readonly splices: readonly Splice[]
}

export interface HistoryMove {
  readonly history: History
  readonly text: string
  readonly splices: readonly Splice[]
  readonly label: string
  readonly renamed?: Renaming
}

export const emptyHistory: History = { past: [], future: [] }

/** The history after a change. It drops the entries that could be redone. */
export function record(history: History, change: Change): History {
  if (change.splices.length === 0) return history
  const last = history.past.at(-1)
  const merges =
    last?.mergeKey !== undefined &&
    last.mergeKey === change.mergeKey &&
    history.future.length === 0 &&
    change.at - last.at <= limits.history.mergeWindowMs &&
    fits(change.before, last.backward, last.forward, last.lengthAfter)
  if (!merges) return { past: bounded([...history.past, entryOf(change)]), future: [] }
  const before = applySplices(change.before, last.backward)
  const splices = spliceBetween(before, applySplices(change.before, change.splices))
  const past = history.past.slice(0, -1)
  if (splices.length === 0) return { past, future: [] }
  return { past: bounded([...past, entryOf({ ...change, before, splices })]), future: [] }
}

/** One undo step from `text`; null when there is none, or when `text` is not the text that the history ends in. */
export function undo(history: History, text: string): HistoryMove | null {
  const entry = history.past.at(-1)
  if (entry === undefined || !fits(text, entry.backward, entry.forward, entry.lengthAfter)) return null
  const { renamed } = entry
  return {
    history: { past: history.past.slice(0, -1), future: [...history.future, entry] },
    text: applySplices(text, entry.backward),
    splices: entry.backward,
    label: entry.label,
    ...(renamed === undefined ? {} : { renamed: { from: renamed.to, to: renamed.from } }),
  }
}

/** One redo step; null under the same conditions as `undo`. */
export function redo(history: History, text: string): HistoryMove | null {
  const entry = history.future.at(-1)
  if (entry === undefined || !fits(text, entry.forward, entry.backward, entry.lengthBefore)) return null
  const { renamed } = entry
  return {
    history: { past: [...history.past, entry], future: history.future.slice(0, -1) },
    text: applySplices(text, entry.forward),
    splices: entry.forward,
    label: entry.label,
    ...(renamed === undefined ? {} : { renamed }),
  }
}

function entryOf({ before, splices, ...change }: Change): HistoryEntry {
  const after = applySplices(before, splices)
  const backward = invertSplices(before, splices)
  return { ...change, lengthBefore: before.length, lengthAfter: after.length, forward: splices, backward }
}

/** Does `text` hold, where `splices` replace it, exactly what `opposite` puts there? */
function fits(text: string, splices: readonly Splice[], opposite: readonly Splice[], length: number): boolean {
  return (
    text.length === length &&
    splices.every((splice, index) => text.slice(splice.start, splice.end) === opposite[index]?.text)
  )
}

/** Drops the oldest entries beyond the bounds, but never the newest. */
function bounded(past: readonly HistoryEntry[]): HistoryEntry[] {
  let characters = 0
  const kept = past.toReversed().filter((entry, age) => {
    for (const splice of [...entry.forward, ...entry.backward]) characters += splice.text.length
    return age === 0 || (age < limits.history.entries && characters <= limits.history.characters)
  })
  return kept.reverse()
}
