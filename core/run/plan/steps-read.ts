import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Scope } from '#core/expression/scope.ts'
import { type RunState, stepState } from '../state.ts'

/**
 * The `steps` of expressions: the outputs of the steps. A HUMAN step that is over without a decision, because it was
 * skipped or timed out, has `decided_by: null`: a later `excluded` that reads it excludes no people, and nothing fails.
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

/** Own properties only, because a step may be named like a member of every object. */
function outputOf(outputs: RunState['outputs'], name: string): RunState['outputs'][string] | undefined {
  return Object.hasOwn(outputs, name) ? outputs[name] : undefined
}
