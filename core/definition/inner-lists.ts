import { rulesOf, type Step } from './definition.ts'

/** A list of steps within a step. */
export interface InnerList {
  /** From the step. */
  readonly path: readonly (string | number)[]
  readonly steps: readonly Step[]
}

/** Every step of a list, with those within, in the order of the text. */
export function allSteps(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => [step, ...innerLists(step).flatMap((list) => allSteps(list.steps))])
}

/** The lists of steps that a step holds: the body of a loop, and what its rules insert. */
export function innerLists(step: Step): readonly InnerList[] {
  const body = step.type === 'LOOP' ? [{ path: ['loop_body'], steps: step.loop_body }] : []
  const inserted = rulesOf(step).map((rule, index) => ({
    path: ['dynamic_injection', 'rules', index, 'steps_to_insert'],
    steps: rule.steps_to_insert,
  }))
  return [...body, ...inserted]
}
