import type { Step, StepGroup } from '#core/definition/definition.ts'
import { allSteps, innerLists } from '#core/definition/inner-lists.ts'
import type { Problem } from '#core/definition/problem.ts'

type ByStep = ReadonlyMap<string, readonly Problem[]>

/** The problems that the node of a step stands for: its own, and those of steps within it that are not drawn themselves. */
export function problemsShown(step: Step, byStep: ByStep, open: boolean): readonly Problem[] {
  const own = byStep.get(step.name) ?? none
  // What rules insert is never drawn; the body of a loop is while that is open.
  const hidden = innerLists(step)
    .filter(({ path }) => !open || path[0] !== 'loop_body')
    .flatMap(({ steps }) => allSteps(steps).flatMap(({ name }) => byStep.get(name) ?? none))
  return hidden.length === 0 ? own : [...own, ...hidden]
}
const none: readonly Problem[] = []

/** Those that a folded group stands for. */
export function problemsInGroup(
  group: StepGroup,
  steps: ReadonlyMap<string, Step>,
  byStep: ByStep,
): readonly Problem[] {
  return group.steps.flatMap((name) => {
    const step = steps.get(name)
    return step === undefined ? none : problemsShown(step, byStep, false)
  })
}
