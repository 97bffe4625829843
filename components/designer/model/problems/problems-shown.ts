import type { Step, StepGroup } from '#core/definition/definition.ts'
import { allSteps, innerLists } from '#core/definition/inner-lists.ts'
import type { Problem } from '#core/definition/problem.ts'

type ByStep = ReadonlyMap<string, readonly Problem[]>

/** The problems shown on the node of a step: its own, and those of inner steps that are not drawn. */
export function problemsShown(step: Step, byStep: ByStep, open: boolean): readonly Problem[] {
  const own = byStep.get(step.name) ?? none
  // Steps that rules insert are never drawn. The body of a loop is drawn while the loop is open.
  const hidden = innerLists(step)
    .filter(({ path }) => !open || path[0] !== 'loop_body')
    .flatMap(({ steps }) => allSteps(steps).flatMap(({ name }) => byStep.get(name) ?? none))
  return hidden.length === 0 ? own : [...own, ...hidden]
}
const none: readonly Problem[] = []

/** The problems shown on a folded group. */
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
