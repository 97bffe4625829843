import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { hasRun } from '#core/run/preview/preview-step.ts'
import { type RunState, stepState } from '#core/run/state.ts'

/** From where a run may go on again: steps of its own list that it came to. */
export function stepsThatRan(executable: ExecutableDefinition, state: RunState): readonly string[] {
  return executable.steps.flatMap(({ name }) =>
    hasRun(stepState(state, name)) && executable.loopOf(name) === undefined ? [name] : [],
  )
}
