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
  const parts = [`${here} selected`]
  if (more && here === read) parts.push('more tasks are not loaded and not selected')
  if (elsewhere > 0)
    parts.push(`${elsewhere} selected earlier ${elsewhere === 1 ? 'is' : 'are'} not in this list and skipped`)
  return parts.join('; ')
}

/** The label of the button that chooses all tasks of the list, or all loaded tasks. */
export const allWords = (read: number, more: boolean): string =>
  more ? `All ${read} loaded so far` : `All ${read} shown`
