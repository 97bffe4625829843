import type { TestPlan } from '#core/definition/test-run/test-plan.ts'

/** The changes of a test plan in words. */
export function describePlan(plan: TestPlan): string {
  if (plan.mode === 'whole') return 'Test of the draft'
  return plan.mode === 'until' ? `Test up to ${plan.step}` : `Test of ${plan.step}`
}

/** The executed version in short: `v3`, or `test` for a test run of a draft. */
export function versionWord({ version }: { readonly version: number }): string {
  return version < 0 ? 'test' : `v${version}`
}
