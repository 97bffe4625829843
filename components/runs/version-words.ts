import type { TestPlan } from '#core/definition/test-run/test-plan.ts'

/** In words: what a test run does. */
export function describePlan(plan: TestPlan): string {
  if (plan.mode === 'whole') return 'Test of the draft'
  return plan.mode === 'until' ? `Test up to ${plan.step}` : `Test of ${plan.step} alone`
}

/** What a run executes, in short: `v3`, or `test` for a draft that is tried. */
export function versionWord({ version }: { readonly version: number }): string {
  return version < 0 ? 'test' : `v${version}`
}
