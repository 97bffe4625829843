import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { hasRun } from '#core/run/preview/preview-step.ts'
import { type RunState, stepState } from '#core/run/state.ts'

/** The steps from which a run may continue: top-level steps that it has reached. */
export function stepsThatRan(executable: ExecutableDefinition, state: RunState): readonly string[] {
  return executable.steps.flatMap(({ name }) =>
    hasRun(stepState(state, name)) && executable.containerOf(name) === undefined ? [name] : [],
  )
}
