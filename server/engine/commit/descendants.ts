import { limits } from '#core/limits.ts'
import { originOf } from '#core/run/start/origin.ts'
import type { RunHeader } from '#core/run/state.ts'
import type { Store } from '../ports.ts'
import { tuning } from '../tuning.ts'

export interface DescendantsBound {
  /** Runs that may descend from one origin. */
  readonly most: number
  /** Number of runs that this engine makes for one origin between two questions to the database. */
  readonly askEvery: number
}

/**
 * The number of runs that descend from each origin, as far as an engine knows: the runs that it made itself, and the
 * runs of other engines up to the last question to the database. Each engine and each of its restarts can therefore
 * exceed the bound by at most `askEvery` plus the starts of one commit. A usual run has fewer descendants than
 * `askEvery` and costs no statement.
 */
export interface Descendants {
  readonly most: number
  /** Number of runs that may still be made. */
  roomOf(header: RunHeader): number
  /** Counts runs at the decision that makes them, so that concurrent decisions see them. */
  add(header: RunHeader, runs: number): void
  /** Takes runs back that were counted and not made: the decision was not committed. */
  giveBack(header: RunHeader, runs: number): void
  /** Asks the database, after `askEvery` runs. `runs`: the number just counted and not committed yet. */
  confirm(header: RunHeader, runs: number): Promise<void>
}

interface Counted {
  runs: number
  /** Runs made by this engine since the last question to the database. */
  unasked: number
}

const defaults: DescendantsBound = { most: limits.run.descendants, askEvery: tuning.descendantsAskEvery }

export function createDescendants(
  store: Pick<Store, 'countDescendants'>,
  { most, askEvery }: DescendantsBound = defaults,
): Descendants {
  /** The least recently counted origin comes first, and is forgotten first. */
  const counts = new Map<string, Counted>()

  const countedOf = (originId: string): Counted => {
    const counted = counts.get(originId) ?? { runs: 0, unasked: 0 }
    counts.delete(originId)
    counts.set(originId, counted)
    const oldest = counts.size > tuning.originsCounted ? counts.keys().next().value : undefined
    if (oldest !== undefined) counts.delete(oldest)
    return counted
  }

  return {
    most,
    roomOf: (header) => most - (counts.get(originOf(header))?.runs ?? 0),
    add(header, runs) {
      const counted = countedOf(originOf(header))
      counted.runs += runs
      counted.unasked += runs
    },
    giveBack(header, runs) {
      if (runs === 0) return
      const counted = counts.get(originOf(header))
      if (counted) counted.runs = Math.max(0, counted.runs - runs)
    },
    async confirm(header, runs) {
      const originId = originOf(header)
      const counted = counts.get(originId)
      if (!counted || counted.unasked < askEvery) return
      const { unasked } = counted
      counted.unasked = 0
      try {
        // Other decisions of this engine may not be committed yet either.
        counted.runs = Math.max(counted.runs, runs + (await store.countDescendants(originId, most)))
      } catch (error) {
        counted.unasked += unasked
        throw error
      }
    },
  }
}
