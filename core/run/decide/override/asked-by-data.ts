import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunState } from '../../state.ts'
import { overridable } from './find-step.ts'
import { isAnswered } from './refuse-outsiders.ts'

/** Whether what the step asks follows from the data of its run. Where any of that cannot be said, nobody knows whom it asks either. */
export function asksByData(step: Step): boolean {
  return step.type === 'HUMAN' && JSON.stringify(step).includes('{{')
}

/** Whether only the data of its run say who may not decide it. */
export function excludesByData(step: Step): boolean {
  return step.type === 'HUMAN' && step.excluded?.some((one) => one.includes('{{')) === true
}

/**
 * Whether who may overrule a step of the run now follows from its data, which have to be whole then: what has not been
 * asked yet, by that step or in the body of a loop.
 */
export function barsByData(executable: ExecutableDefinition, state: RunState): boolean {
  const asking = executable.steps.filter((step) => asksByData(step) && !isAnswered(executable, state, step.name))
  if (asking.length === 0) return false
  const passed = overridable(executable, state)
  return asking.some(({ name }) =>
    [name, ...executable.loopsAround(name).map((loop) => loop.name)].some((one) => passed.includes(one)),
  )
}
