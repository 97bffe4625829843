import { addUp, type Coverage, createCoverage } from './coverage.ts'
import type { PlantedBug } from './planted/planted-bug.ts'
import { type Simulation, simulate } from './simulate.ts'
import type { SimulationOptions } from './simulated-world.ts'

export interface Exploration {
  readonly seeds: number
  /** The first seed that broke something; null when none did. */
  readonly failure: { readonly seed: number; readonly simulation: Simulation } | null
  readonly coverage: Coverage
  /** Things that happened in virtual time. */
  readonly steps: number
}

export interface ExplorationOptions {
  readonly from: number
  /** From one seed to the next. */
  readonly stride?: number
  readonly bug?: PlantedBug | null
  /** Faults and plans to leave out of each seed. */
  readonly spared?: ReadonlySet<string>
  /** Each seed once more, to see that it does the same again. */
  readonly twice: boolean
  /** May it go on, after so many seeds and all that came up in them? */
  goesOn(seeds: number, coverage: Coverage): boolean
}

/** One seed after the other, until one breaks something. */
export async function explore(options: ExplorationOptions): Promise<Exploration> {
  const coverage = createCoverage()
  const { stride = 1, bug = null, spared = new Set() } = options
  let steps = 0
  let seeds = 0
  for (; options.goesOn(seeds, coverage); seeds += 1) {
    const seed = options.from + seeds * stride
    const once = createCoverage()
    const simulation = await simulate(seed, { bug, spared, coverage: once })
    addUp(coverage, once)
    steps += simulation.steps
    const failed = simulation.violation
      ? simulation
      : options.twice
        ? await repeated(seed, simulation, { bug, spared })
        : null
    if (failed) return { seeds: seeds + 1, failure: { seed, simulation: failed }, coverage, steps }
  }
  return { seeds, failure: null, coverage, steps }
}

async function repeated(seed: number, first: Simulation, options: SimulationOptions): Promise<Simulation | null> {
  const second = await simulate(seed, options)
  if (second.hash === first.hash) return null
  const what = `the same seed did something else: ${first.hash} and ${second.hash}`
  return { ...second, violation: { invariant: 'bug', what } }
}
