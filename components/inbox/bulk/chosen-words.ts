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
  const parts = [`${here} chosen`]
  if (more && here === read) parts.push('the list goes on, and what is not read yet is not chosen')
  if (elsewhere > 0) parts.push(`${elsewhere} chosen before ${elsewhere === 1 ? 'is' : 'are'} not in it and left out`)
  return parts.join('; ')
}

/** The label of the button that chooses all tasks of the list, or all loaded tasks. */
export const allWords = (read: number, more: boolean): string =>
  more ? `All ${read} read so far` : `All ${read} shown`
