import { isCode } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { codeDecider } from '#core/run/decider/code-decider.ts'
import type { Decider } from '#core/run/decider/decider.ts'
import { stepsDecider } from '#core/run/decider/steps-decider.ts'

/** The decider of the runs of a definition, by its kind. */
export function deciderOf(executable: ExecutableDefinition): Decider {
  return isCode(executable.definition) ? codeDecider(executable) : stepsDecider(executable)
}
