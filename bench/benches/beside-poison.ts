import type { Row } from '../harness/bench.ts'
import { at, count, median, nowMs, percent } from '../harness/stats.ts'

export const RUNS = 50
const GOAL = 0.1

/**
 * The load of a turn. The processor time is in microseconds, of the engine's own thread and of the database. The time
 * of an ended thread shows in no other thread, and that of an engine that dies is unknown.
 */
export interface Load {
  readonly runs: number
  readonly ms: number
  readonly cpu: number | null
  readonly longestMs: number
}

export interface Turns {
  with(): Promise<Load>
  without(): Promise<Load>
}

/**
 * Runs bursts one after the other, at least one, as long as `goesOn` returns true; a burst is as long as its slowest
 * run.
 */
export type BurstAfterBurst = (goesOn: () => boolean, counts?: () => boolean) => Promise<Load>

/** Measures both turns in pairs, so that gradual changes of this machine affect both; the order alternates. */
export async function inPairs(what: string, pairs: number, turns: Turns): Promise<Row> {
  const with_: Load[] = []
  const without: Load[] = []
  for (let pair = 1; pair <= pairs; pair += 1) {
    if (pair % 2 === 1) without.push(await turns.without())
    with_.push(await turns.with())
    if (pair % 2 === 0) without.push(await turns.without())
    sayPair(what, pair, with_, without)
  }
  return rowOf(what, with_, without)
}

export function rowOf(what: string, with_: readonly Load[], without: readonly Load[]): Row {
  const shares = sharesOf(with_, without, ({ runs, ms }) => ms / runs).map((share) => 1 - 1 / share)
  const cpuShares = sharesOf(with_, without, ({ runs, cpu }) => (cpu === null ? null : cpu / runs)).map(
    (share) => share - 1,
  )
  const share = median(shares)
  const rate = (loads: readonly Load[]) => median(loads.map(({ runs, ms }) => (runs * 1_000) / ms))
  const longest = (loads: readonly Load[]) => Math.round(Math.max(...loads.map(({ longestMs }) => longestMs)))
  return {
    bench: 'poison',
    shape: `bursts of ${RUNS} ten-step runs, beside one step that ${what}`,
    measured: `${count(rate(with_))} runs/s, longest burst ${longest(with_)} ms`,
    against: `without it: ${count(rate(without))} runs/s, longest burst ${longest(without)} ms`,
    ratio: `${percent(share)} slower`,
    goal: `≤ ${percent(GOAL)} slower`,
    met: share <= GOAL,
    notes: [
      `median of ${shares.length} pairs of turns, of which the middle half lies between ${percent(at(shares, 0.25))} and ${percent(at(shares, 0.75))}; a turn with it takes ${(median(with_.map(({ ms }) => ms)) / 1_000).toFixed(1)} s`,
      ...(cpuShares.length > 0
        ? [`processor time of the engine’s own thread and the database per run ${percent(median(cpuShares))} more`]
        : []),
    ],
    figures: {
      slower: share,
      low: at(shares, 0.25),
      high: at(shares, 0.75),
      longestMs: longest(with_),
      ...(cpuShares.length > 0 && { moreCpu: median(cpuShares) }),
    },
  }
}

function sharesOf(
  with_: readonly Load[],
  without: readonly Load[],
  of: (load: Load) => number | null,
): readonly number[] {
  return with_.flatMap((load, pair) => {
    const other = without[pair]
    if (!other || load.runs === 0 || other.runs === 0) return []
    const [one, another] = [of(load), of(other)]
    return one === null || another === null ? [] : [one / another]
  })
}

export function sayPair(what: string, pair: number, with_: readonly Load[], without: readonly Load[]): void {
  const rate = (load: Load | undefined) => count(((load?.runs ?? 0) * 1_000) / (load?.ms ?? 0))
  console.error(`poison: ${what}, pair ${pair}: ${rate(with_.at(-1))} runs/s, without it ${rate(without.at(-1))}`)
}

export const forMs = (ms: number) => {
  const end = nowMs() + ms
  return () => nowMs() < end
}
