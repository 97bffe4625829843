import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunState } from '../../state.ts'
import { overridable } from './find-step.ts'
import { isAnswered } from './require-entitlement.ts'

/**
 * Whether the step's question is rendered from the run's data. If any part cannot be rendered, the people asked are
 * unknown too.
 */
export function asksByData(step: Step): boolean {
  return step.type === 'HUMAN' && JSON.stringify(step).includes('{{')
}

/** Whether the run's data decide whom the step excludes. */
export function excludesByData(step: Step): boolean {
  return step.type === 'HUMAN' && step.excluded?.some((one) => one.includes('{{')) === true
}

/**
 * Whether the right to override a step of the run now depends on the run's data, which have to be complete then: a
 * question rendered from data has not been asked yet, by that step or in the body of a loop.
 */
export function barsByData(executable: ExecutableDefinition, state: RunState): boolean {
  const asking = [...executable.steps, ...executable.repeated].filter(
    (step) => asksByData(step) && !isAnswered(executable, state, step.name),
  )
  if (asking.length === 0) return false
  const passed = overridable(executable, state)
  return asking.some(({ name }) =>
    [name, ...executable.around(name).map((container) => container.name)].some((one) => passed.includes(one)),
  )
}
