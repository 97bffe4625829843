import type { Coverage } from './coverage.ts'
import { replay, shrink } from './draw/shrink.ts'
import type { Exploration } from './explore.ts'
import type { PlantedBug } from './planted/planted-bug.ts'

const TRACE_LINES = 80
/** Looks that found nothing. */
const IDLE = / (renew .*|recover 0|fire timers|drain of : 0|take: |list lost: |beat.*|still wanted.*)$/

/**
 * What an exploration found, for people: the seed, its faults, what broke, the smallest trace and how to see just that
 * again. With something left out already, it is told as it is.
 */
export async function describeFailure(
  { seed, simulation }: NonNullable<Exploration['failure']>,
  bug: PlantedBug | null = null,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<string> {
  const { draw, violation } = simulation
  const shrunk = leftOut.size > 0 ? await replay(seed, bug, leftOut) : await shrink(seed, simulation, bug)
  const rates = Object.entries(draw.rates).flatMap(([kind, rate]) => (rate > 0 ? [`${kind} ${rate.toFixed(3)}`] : []))
  return [
    `Seed ${seed} broke invariant ${violation?.invariant}: ${violation?.what}`,
    `Its faults: ${rates.join(', ') || 'none'}; ${draw.engines} engines; ${draw.happenings.length} plans.`,
    `Smallest failure: ${shrunk.simulation.violation?.what ?? 'none; it does not fail each time it is run'}`,
    `It needs: ${shrunk.needed.join(', ') || 'nothing but the run itself'}`,
    'Trace, in seconds:',
    ...shrunk.simulation.trace.filter((line) => !IDLE.test(line)).slice(-TRACE_LINES),
    `Again: npm run simulate -- --seed ${seed}${quoted('bug', bug?.name)}${quoted('without', [...shrunk.spared].join(', '))}`,
  ].join('\n')
}

function quoted(option: string, value = ''): string {
  return value === '' ? '' : ` --${option} '${value}'`
}

/** Situations that never came up: what was not tried is not shown. */
export function missing(coverage: Coverage): readonly string[] {
  return [...coverage].flatMap(([scenario, times]) => (times === 0 ? [scenario] : []))
}

export function describeCoverage(coverage: Coverage): string {
  const width = Math.max(...[...coverage.keys()].map((scenario) => scenario.length))
  return [...coverage].map(([scenario, times]) => `  ${scenario.padEnd(width)} ${times}`).join('\n')
}
