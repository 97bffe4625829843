import type { PlantedBug } from './planted/planted-bug.ts'
import { plantedBugs } from './planted-bugs.ts'
import { simulate } from './simulate.ts'

/** How a planted bug was found. */
export interface Find {
  /** Seeds that were looked at, the one that found it included. */
  readonly seeds: number
  /** What was seen to be broken: the number of an invariant, or the oracle. */
  readonly invariant: string
}

/** Each trial begins at a seed of its own. */
const SEEDS_BETWEEN_TRIALS = 100_000

/** The first seed from there on that finds the bug; null if none of so many does. */
export async function findBug(bug: PlantedBug, from: number, most: number): Promise<Find | null> {
  for (let seeds = 1; seeds <= most; seeds += 1) {
    const { violation } = await simulate(from + seeds - 1, { bug })
    if (violation) return { seeds, invariant: String(violation.invariant) }
  }
  return null
}

/** One line of the table of docs/simulation.md per bug, as it is found out. */
export async function* plantedTable(trials: number, most: number, bugs = plantedBugs): AsyncGenerator<string> {
  yield '| Planted bug | Seeds needed: median | most | Caught by |'
  yield '|---|---|---|---|'
  for (const bug of bugs) {
    const finds: (Find | null)[] = []
    for (let trial = 0; trial < trials; trial += 1) {
      finds.push(await findBug(bug, 1 + trial * SEEDS_BETWEEN_TRIALS, most))
    }
    yield rowOf(bug.name, finds, most)
  }
}

function rowOf(name: string, finds: readonly (Find | null)[], most: number): string {
  const seeds = finds.map((find) => find?.seeds ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)
  const written = (count = 0) => (Number.isFinite(count) ? String(count) : `more than ${most}`)
  const times = new Map<string, number>()
  for (const find of finds) if (find) times.set(find.invariant, (times.get(find.invariant) ?? 0) + 1)
  const caughtBy = [...times]
    .toSorted(([, a], [, b]) => b - a)
    .map(([invariant, count]) => `${/^\d+$/.test(invariant) ? `invariant ${invariant}` : invariant} (${count})`)
  return `| ${name} | ${written(seeds[seeds.length >> 1])} | ${written(seeds.at(-1))} | ${caughtBy.join(', ')} |`
}
