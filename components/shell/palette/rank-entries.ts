import { fuzzyScore } from './fuzzy-score.ts'

/** A line of the palette before it is ranked. */
export interface Rankable {
  readonly label: string
  readonly group: string
  readonly keywords?: readonly string[]
  /** The server has found it by the typed text already: it stays, whatever its label says. */
  readonly isFound?: boolean
  /** How much the line counts beside others, from 0 to 1: what is read about comes after what is done or opened. */
  readonly weight?: number
}

export interface RankedGroup<Entry> {
  readonly group: string
  readonly entries: readonly Entry[]
}

/** Lines of one group while something is typed: more would push the other groups out of sight. */
export const mostOfGroup = 8
const leastScore = 0.3

/** The lines that fit the typed text in their groups, the best line and the group with the best line first. */
export function rankEntries<Entry extends Rankable>(
  entries: readonly Entry[],
  typed: string,
): readonly RankedGroup<Entry>[] {
  const scored = entries.flatMap((entry) => {
    const fits = fuzzyScore(entry.label, typed, entry.keywords)
    const score = entry.isFound ? Math.max(leastScore, fits) : fits
    return score > 0 ? [{ entry, score: score * (entry.weight ?? 1) }] : []
  })
  const groups = [...Map.groupBy(scored, ({ entry }) => entry.group)].map(([group, members]) => {
    const best = members.toSorted((a, b) => b.score - a.score).slice(0, mostOfGroup)
    return { group, best, score: best[0]?.score ?? 0 }
  })
  return groups
    .toSorted((a, b) => b.score - a.score)
    .map(({ group, best }) => ({ group, entries: best.map(({ entry }) => entry) }))
}
