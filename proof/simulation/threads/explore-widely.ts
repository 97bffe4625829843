import { Worker } from 'node:worker_threads'
import { addUp, type Coverage, createCoverage } from '../coverage.ts'
import { type Exploration, explore } from '../explore.ts'
import type { PlantedBug } from '../planted/planted-bug.ts'
import { simulate } from '../simulate.ts'

export interface WideOptions {
  readonly from: number
  readonly bug: PlantedBug | null
  readonly spared: ReadonlySet<string>
  readonly twice: boolean
  /** So many seeds at most, and for so long at most. */
  readonly seeds: number
  readonly seconds: number
  readonly threads: number
}

/** What a thread is told: it looks at every `stride`-th seed. */
export interface Share {
  readonly from: number
  readonly stride: number
  readonly seeds: number
  readonly seconds: number
  readonly bug: string | null
  readonly spared: readonly string[]
  readonly twice: boolean
  /** Not 0: another one has found something. */
  readonly stop: Int32Array
}

/** What a thread comes back with; a failure is told by its seed alone, for it can be had again. */
export interface Found {
  readonly seeds: number
  readonly steps: number
  readonly coverage: Coverage
  readonly failure: { readonly seed: number; readonly invariant: string; readonly what: string } | null
}

/** `explore` on as many cores as it may; ends with the lowest seed that broke something before the others heard of it. */
export async function exploreWidely(options: WideOptions): Promise<Exploration> {
  const { from, bug, spared, twice, seeds, threads } = options
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const shares = Array.from({ length: Math.min(threads, seeds) }, (_, index): Share => {
    const share = Number.isFinite(seeds) ? Math.ceil((seeds - index) / threads) : seeds
    const reported = { bug: bug?.name ?? null, spared: [...spared], twice, seconds: options.seconds, stop }
    return { ...reported, from: from + index, stride: threads, seeds: share }
  })
  const found = await Promise.all(shares.map(explored))
  const coverage = createCoverage()
  for (const each of found) addUp(coverage, each.coverage)
  const sum = (count: 'seeds' | 'steps') => found.reduce((all, each) => all + each[count], 0)
  const failures = found.flatMap(({ failure }) => failure ?? []).toSorted((a, b) => a.seed - b.seed)
  return { seeds: sum('seeds'), steps: sum('steps'), coverage, failure: failures[0] ? await again(failures[0]) : null }

  /** What it did in its thread it does here again. */
  async function again({ seed, invariant, what }: NonNullable<Found['failure']>): Promise<Exploration['failure']> {
    const { failure } = await explore({ from: seed, bug, spared, twice, goesOn: (done) => done === 0 })
    if (failure) return failure
    const changed = `the same seed did something else in another thread, and broke ${invariant} there: ${what}`
    return {
      seed,
      simulation: { ...(await simulate(seed, { bug, spared })), violation: { invariant: 'bug', what: changed } },
    }
  }
}

function explored(share: Share): Promise<Found> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./explorer-thread.ts', import.meta.url), { workerData: share })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('A thread ended before it had looked at its seeds.')))
  })
}
