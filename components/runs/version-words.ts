import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import { runsTexts } from './texts/runs.ts'

/** The changes of a test plan in words. */
export function describePlan(plan: TestPlan): string {
  if (plan.mode === 'whole') return runsTexts.testOfDraft
  return plan.mode === 'until' ? runsTexts.testUpTo(plan.step) : runsTexts.testOf(plan.step)
}

/** The executed version in short: `v3`, or `test` for a test run of a draft. */
export function versionWord({ version }: { readonly version: number }): string {
  return version < 0 ? 'test' : `v${version}`
}
