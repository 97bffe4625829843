import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { stepsInRun } from '../../names-in-run.ts'
import { type RunState, stepState } from '../../state.ts'

/**
 * Steps that failed, where nothing took over: neither a failure edge, nor a PARALLEL step that completed without the
 * branch.
 */
export function failedSteps(executable: ExecutableDefinition, state: RunState): readonly Step[] {
  const hasFailed = (name: string): boolean => {
    const step = stepState(state, name)
    if (step?.status !== 'failed' || step.handled) return false
    const container = executable.containerOf(name)
    return container?.type !== 'PARALLEL' || hasFailed(container.name)
  }
  return stepsInRun(executable, state).filter(({ name }) => hasFailed(name))
}
