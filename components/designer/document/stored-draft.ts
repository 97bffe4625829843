import { emptyHistory, type History } from '#core/graph/history.ts'
import type { Conflict } from './autosave.ts'

/** What this browser keeps of a draft. */
export interface StoredDraft {
  /** The revision that `text` is, or was made from. */
  readonly revision: number
  readonly text: string
  /** Whether the server had `text` when this was written. */
  readonly saved: boolean
  /** What the server had as that revision, where `text` was made from it and not saved. */
  readonly base?: string
  readonly history: History
  /** When it was written, and whether the tab left then. */
  readonly at?: number
  readonly left?: boolean
}

export interface OpenedDraft {
  readonly text: string
  readonly history: History
  /** Set when what was typed here was never saved and somebody else has saved since. */
  readonly theirs: Conflict | null
  /** What was changed here and by somebody else, where it is still known. */
  readonly base?: { readonly text: string; readonly revision: number }
}

/**
 * What to open: the server's draft, or what this browser kept of it. Typed text
 * that never reached the server is kept; the history is, as long as it leads to
 * the text that is opened.
 */
export function openDraft(
  draft: { readonly text: string; readonly revision: number; readonly updatedBy: string },
  stored: StoredDraft | null,
): OpenedDraft {
  if (stored === null) return { text: draft.text, history: emptyHistory, theirs: null }
  if (stored.text === draft.text) return { text: draft.text, history: stored.history, theirs: null }
  if (stored.saved) return { text: draft.text, history: emptyHistory, theirs: null }
  const theirs = stored.revision === draft.revision ? null : draft
  const { text, history, revision, base } = stored
  return { text, history, theirs, ...(base === undefined ? {} : { base: { text: base, revision } }) }
}

/** The slot of a tab; without one, what all tabs shared in earlier versions. */
export const keyOf = (name: string, slot = '') => `heddle.draft.${name}${slot === '' ? '' : ` ${slot}`}`

export function readStoredDraft(storage: Pick<Storage, 'getItem'>, name: string, slot = ''): StoredDraft | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(name, slot)) ?? 'null')
    return isStoredDraft(value) ? value : null
  } catch {
    return null
  }
}

/** Enough of a check for what only this file writes: undo itself refuses entries that do not fit the text. */
function isStoredDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { revision, text, saved, base, history, at } = value as Partial<StoredDraft>
  return (
    typeof revision === 'number' &&
    typeof text === 'string' &&
    typeof saved === 'boolean' &&
    (base === undefined || typeof base === 'string') &&
    (at === undefined || typeof at === 'number') &&
    Array.isArray(history?.past) &&
    Array.isArray(history.future)
  )
}

/** Keeps the draft in this browser; when there is no room for its history, at least its text. False when not even that. */
export function writeStoredDraft(
  storage: Pick<Storage, 'setItem'>,
  name: string,
  draft: StoredDraft,
  slot = '',
): boolean {
  const { base: _, ...bare } = { ...draft, history: emptyHistory }
  for (const kept of [draft, { ...draft, history: emptyHistory }, bare]) {
    try {
      storage.setItem(keyOf(name, slot), JSON.stringify(kept))
      return true
    } catch {
      // No room, or storage is switched off: try with less, then do without.
    }
  }
  return false
}
