import type { Step } from '../definition.ts'
import { allSteps } from '../inner-lists.ts'
import type { Problem } from '../problem.ts'

/** Problems of a step's name and of where it leads: they concern other steps too, whatever the step itself does. */
const aboutOthers: ReadonlySet<string> = new Set([
  'NAME_MISSING',
  'NAME_TWICE',
  'NAME_INVALID',
  'NAME_RESERVED',
  'NAME_TOO_LONG',
  'STEP_NOT_FOUND',
  'END_NOT_HERE',
  'NEXT_INVALID',
  'NO_FIRST_STEP',
  'ENDLESS_LOOP',
])

/** Errors in disabled steps, and in the steps within them, as warnings: they cannot happen, and do not stop publishing. */
export function mildInDisabled(problems: readonly Problem[], steps: readonly Step[] | undefined): readonly Problem[] {
  const disabled = allSteps(steps ?? []).filter((step) => step.disabled)
  if (disabled.length === 0) return problems
  const names = new Set(allSteps(disabled).map(({ name }) => name))
  return problems.map((problem) => {
    const { severity, code, step } = problem
    if (severity !== 'error' || step === undefined || !names.has(step) || aboutOthers.has(code)) return problem
    return { ...problem, severity: 'warning' }
  })
}
