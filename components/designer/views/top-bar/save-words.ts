import { authorName } from '../../model/saving/author-name.tsx'
import type { SaveState } from '../../model/saving/autosave.ts'

/** `2 s`, `5 min`, `3 h`: how long something has been, roughly. */
export function roughly(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** The location of the text while the server does not accept it, in words. */
export function storedWords(isStored: boolean): string {
  return isStored ? 'saved in this browser' : 'not kept in this browser: leave this page open'
}

/** The state of the draft against the server, in words. */
export function saveWords(state: SaveState, now: number, nameOf = (id: string): string => id): string {
  switch (state.kind) {
    case 'saved':
      return now - state.at < 1_500 ? 'Saved' : `Saved ${roughly(now - state.at)} ago`
    case 'unsaved':
      return 'Edited'
    case 'saving':
      return 'Saving…'
    case 'retrying':
      return 'Could not save – retrying'
    case 'refused':
      return `Not saved: ${state.message.replace(/\.$/, '')}`
    case 'conflict':
      if (!state.undecided) return 'Merging…'
      return `Conflict with ${authorName(state.theirs.updatedBy, nameOf, 'another window')}`
  }
}
