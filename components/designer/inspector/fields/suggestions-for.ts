import type { ReactNode } from 'react'

export interface Suggestion {
  readonly value: string
  /** Under the value: a signature, a description. */
  readonly detail?: ReactNode
}

/** No more are listed: typing is quicker than reading a longer list. */
const most = 50

/** What is offered for what was typed, and whether there is more. */
export function suggestionsFor(suggestions: readonly Suggestion[], typed: string) {
  const words = typed.trim().toLowerCase()
  const matching = suggestions.filter(({ value }) => value.toLowerCase().includes(words))
  return { matching: matching.slice(0, most), isCut: matching.length > most }
}
