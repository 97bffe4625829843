import { emptyHistory, type History } from '#core/graph/history/history.ts'
import type { Conflict } from './autosave.ts'

/** The draft as this browser stores it. */
export interface StoredDraft {
  /** The revision that `text` equals or is based on. */
  readonly revision: number
  readonly text: string
  /** Whether the server had `text` at the time of writing. */
  readonly saved: boolean
  /** The server's text of that revision, if `text` is based on the revision and is not saved. */
  readonly base?: string
  readonly history: History
  /** The time of writing, and whether the tab was closing then. */
  readonly at?: number
  readonly left?: boolean
}

export interface OpenedDraft {
  readonly text: string
  readonly history: History
  /** The other user's save, set when the local text was never saved and another user has saved since. */
  readonly theirs: Conflict | null
  /** The common base of the local changes and the other user's changes, where still known. */
  readonly base?: { readonly text: string; readonly revision: number }
}

/**
 * The draft to open: the server's draft, or the draft stored in this browser. Text that never reached the server is
 * kept. The history is kept as long as it leads to the opened text.
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

/** The storage key of a tab's slot. Without a slot, the key is the one that all tabs shared in earlier versions. */
export const keyOf = (name: string, slot = '') => `heddle.draft.${name}${slot === '' ? '' : ` ${slot}`}`

export function readStoredDraft(storage: Pick<Storage, 'getItem'>, name: string, slot = ''): StoredDraft | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(name, slot)) ?? 'null')
    return isStoredDraft(value) ? value : null
  } catch {
    return null
  }
}

/**
 * A shallow check is enough for data that only this file writes: undo itself refuses entries that do not fit the text.
 */
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

/**
 * Stores the draft in this browser, without its history if the quota is too small. Returns false if even the text does
 * not fit.
 */
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
      // The quota is exhausted or storage is disabled: try a smaller value, then give up.
    }
  }
  return false
}
