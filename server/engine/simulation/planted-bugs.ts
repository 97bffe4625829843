import type { Executor, Store } from '../ports.ts'
import type { Process } from './process.ts'
import type { World } from './world.ts'

/**
 * Classic mistakes of engines, each as a wrapper around a port that only the
 * simulator puts on. They are here to be found: a simulator that does not
 * find one is not looking.
 */
export interface PlantedBug {
  readonly name: string
  /** Between the network and the database: what the statements of this process do. */
  readonly store?: (store: Store, process: Process, world: World) => Store
  readonly executor?: (executor: Executor, world: World) => Executor
}

export const plantedBugs: readonly PlantedBug[] = []
