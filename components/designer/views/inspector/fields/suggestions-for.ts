import type { ReactNode } from 'react'

export interface Suggestion {
  readonly value: string
  /** Under the value: a signature, a description. */
  readonly detail?: ReactNode
  /** Further words that find the value. */
  readonly words?: string
}

/** No more are listed: typing is quicker than reading a longer list. */
const most = 50

/** The suggestions that match the typed text, and whether the list is cut. */
export function suggestionsFor(suggestions: readonly Suggestion[], typed: string) {
  const wanted = typed.trim().toLowerCase()
  const matching = suggestions.filter(({ value, words = '' }) => `${value} ${words}`.toLowerCase().includes(wanted))
  return { matching: matching.slice(0, most), isCut: matching.length > most }
}

/** The option that an arrow key activates among `count` options, wrapping around; -1 is none. */
export function nextActive(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (active === -1) return step === 1 ? 0 : count - 1
  return (active + step + count) % count
}
