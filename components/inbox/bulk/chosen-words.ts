export interface ChosenCounts {
  /** Chosen, and in the list as far as it is read: what a decision is about. */
  readonly here: number
  /** Chosen before, and not among these: the list was narrowed since, or somebody else has decided them. */
  readonly elsewhere: number
  /** All that is read of the list. */
  readonly read: number
  /** The list goes on behind what is read of it. */
  readonly more: boolean
}

/** What a decision for the chosen tasks would be about, and what it would leave out. */
export function chosenWords({ here, elsewhere, read, more }: ChosenCounts): string {
  const parts = [`${here} chosen`]
  if (more && here === read) parts.push('the list goes on, and what is not read yet is not chosen')
  if (elsewhere > 0) parts.push(`${elsewhere} chosen before ${elsewhere === 1 ? 'is' : 'are'} not in it and left out`)
  return parts.join('; ')
}

/** On the button that chooses all: all of the list, or all that is read of it. */
export const allWords = (read: number, more: boolean): string =>
  more ? `All ${read} read so far` : `All ${read} shown`
