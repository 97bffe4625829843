import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Scope } from '#core/expression/scope.ts'
import { type RunState, stepState } from './state.ts'

/**
 * What expressions read as `steps`: what each gave. One that asks people and is over without anybody's word, because it was
 * skipped or ran out of time, has nobody who decided it: whoever is to exclude them excludes nobody, and nothing fails.
 */
export function stepsRead(
  executable: ExecutableDefinition,
  { steps, outputs }: Pick<RunState, 'steps' | 'outputs'>,
): Scope['steps'] {
  const undecided = executable.asking.filter((name) => {
    const isOver = over.has(stepState({ steps }, name)?.status)
    return isOver && outputOf(outputs, name)?.decided_by === undefined
  })
  if (undecided.length === 0) return outputs
  const more = undecided.map((name) => [name, { ...outputOf(outputs, name), decided_by: null }])
  return { ...outputs, ...Object.fromEntries(more) }
}

const over: ReadonlySet<string | undefined> = new Set(['completed', 'failed', 'skipped'])

/** A step may have the name of something that every object has. */
function outputOf(outputs: RunState['outputs'], name: string): RunState['outputs'][string] | undefined {
  return Object.hasOwn(outputs, name) ? outputs[name] : undefined
}
