import { bulkTexts } from '../texts/bulk.ts'

export interface ChosenCounts {
  /** Number of chosen tasks in the loaded part of the list: the tasks that a decision covers. */
  readonly here: number
  /** Number of chosen tasks that are no longer in the list: the filter was narrowed, or another person decided them. */
  readonly elsewhere: number
  /** Number of loaded tasks. */
  readonly read: number
  /** The list has more pages. */
  readonly more: boolean
}

/** The words that say which tasks a decision covers, and which it leaves out. */
export function chosenWords({ here, elsewhere, read, more }: ChosenCounts): string {
  const parts = [bulkTexts.selected(here)]
  if (more && here === read) parts.push(bulkTexts.moreTasksAreNotLoaded)
  if (elsewhere > 0) parts.push(bulkTexts.selectedEarlierNotInThis(elsewhere, elsewhere === 1 ? 'is' : 'are'))
  return parts.join('; ')
}

/** The label of the button that chooses all tasks of the list, or all loaded tasks. */
export const allWords = (read: number, more: boolean): string =>
  more ? bulkTexts.allLoadedSoFar(read) : bulkTexts.allShown(read)
