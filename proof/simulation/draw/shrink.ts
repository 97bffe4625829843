import type { PlantedBug } from '../planted/planted-bug.ts'
import { type Simulation, simulate } from '../simulate.ts'
import { allRatedFaults } from './draw.ts'

export interface Shrunk {
  readonly simulation: Simulation
  /** What had to be left for it to fail. */
  readonly needed: readonly string[]
  readonly spared: ReadonlySet<string>
}

const MOST_TRIES = 600

/** The failure as it is, with what is left out already. */
export async function replay(seed: number, bug: PlantedBug | null, spared: ReadonlySet<string>): Promise<Shrunk> {
  const simulation = await simulate(seed, { bug, spared, trace: true })
  return { simulation, needed: simulation.struck, spared }
}

/**
 * Makes a failure smaller: leaves out faults and plans, first whole kinds, then
 * one by one, as long as the same invariant is still broken.
 */
export async function shrink(seed: number, found: Simulation, bug: PlantedBug | null): Promise<Shrunk> {
  let spared = new Set<string>()
  let best = found
  let tries = 0
  const without = async (names: readonly string[]): Promise<boolean> => {
    tries += 1
    if (tries > MOST_TRIES) return false
    const attempt = new Set([...spared, ...names])
    const simulation = await simulate(seed, { bug, spared: attempt })
    if (simulation.violation?.invariant !== found.violation?.invariant) return false
    spared = attempt
    best = simulation
    return true
  }
  await without([...allRatedFaults, 'deadly'])
  for (const kind of [...allRatedFaults, 'deadly']) if (!spared.has(kind)) await without([kind])
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const name of [...best.struck].reverse()) {
      if (!spared.has(name) && (await without([name]))) isSmaller = true
    }
  }
  return replay(seed, bug, spared)
}
