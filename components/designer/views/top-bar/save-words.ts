import { authorName } from '../../model/saving/author-name.tsx'
import type { SaveState } from '../../model/saving/autosave.ts'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'

/** `2 s`, `5 min`, `3 h`: how long something has been, roughly. */
export function roughly(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return viewsTopBarTexts.min(minutes)
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : viewsTopBarTexts.days(Math.round(hours / 24))
}

/** The location of the text while the server does not accept it, in words. */
export function storedWords(isStored: boolean): string {
  return isStored ? viewsTopBarTexts.savedInThisBrowser : viewsTopBarTexts.notSavedInThisBrowser
}

/** The state of the draft against the server, in words. */
export function saveWords(state: SaveState, now: number, nameOf = (id: string): string => id): string {
  switch (state.kind) {
    case 'saved':
      return now - state.at < 1_500 ? 'Saved' : viewsTopBarTexts.savedAgo(roughly(now - state.at))
    case 'unsaved':
      return 'Edited'
    case 'saving':
      return 'Saving…'
    case 'retrying':
      return viewsTopBarTexts.couldNotSaveRetrying
    case 'refused':
      return viewsTopBarTexts.notSaved(state.message.replace(/\.$/, ''))
    case 'conflict':
      if (!state.undecided) return 'Merging…'
      return viewsTopBarTexts.conflictWith(
        authorName(state.theirs.updatedBy, nameOf, viewsTopBarTexts.anotherWindowWord),
      )
  }
}
