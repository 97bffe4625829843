import type { Random } from './random.ts'

/** How often a run with an envelope is started, beside the others. */
export const lockingMix = {
  Locking: 5,
  Discovering: 3,
  Conditional: 2,
  Yielding: 2,
  Nesting: 2,
  Repairing: 3,
  Breaking: 2,
}

/** Runs that may fail, and the status that they end with then. */
export const lockingFailures: { readonly [workflow: string]: string } = {
  Repairing: 'FAILED_ROLLED_BACK',
  Breaking: 'FAILED',
}

/** Few enough that most runs wait for another one. */
const RESOURCES = 30
const MOST_OF_A_RUN = 4

/** The resources of a run: at least one exclusively, the others exclusively or shared. */
export function drawResources(random: Random): {
  readonly alone: readonly string[]
  readonly together: readonly string[]
} {
  const names = new Set<string>()
  const count = 1 + Math.floor(random.next() * MOST_OF_A_RUN)
  while (names.size < count) names.add(`torture:${Math.floor(random.next() * RESOURCES)}`)
  const [first = '', ...others] = names
  const alone = [first]
  const together: string[] = []
  for (const name of others) (random.next() < 0.5 ? alone : together).push(name)
  return { alone, together }
}
