import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { stepState } from '../../state.ts'
import type { Decision } from '../decision.ts'

/** Whether the step is a whole step that a PARALLEL step runs. */
export function isBranch(executable: ExecutableDefinition, name: string): boolean {
  return executable.containerOf(name)?.type === 'PARALLEL'
}

/** Whether the step is a branch of a PARALLEL step that fails once its other branches have settled. */
export function isGivenUp({ nextState, executable }: Decision, name: string): boolean {
  const container = executable.containerOf(name)
  const around = container?.type === 'PARALLEL' ? stepState(nextState, container.name) : undefined
  return around?.status === 'fanned_out' && around.fan.failing !== undefined
}
