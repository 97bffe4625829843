import type { InjectionRule, Step } from '#core/definition/definition.ts'
import { arbitraryStep, arbitrarySteps, type Choose } from './arbitrary-run.ts'

/** Arbitrary steps with rules that insert arbitrary steps behind them, sensible or not. */
export function arbitraryInsertingSteps(choose: Choose): readonly Step[] {
  const steps = arbitrarySteps(choose)
  const names = steps.map(({ name }) => name)
  return steps.map((step) => {
    if (choose(2) === 0) return step
    const rules = Array.from({ length: 1 + choose(2) }, (_, rule) =>
      arbitraryRule(`${step.name}_${rule}`, names, choose),
    )
    return { ...step, dynamic_injection: { rules } }
  })
}

function arbitraryRule(prefix: string, around: readonly string[], choose: Choose): InjectionRule {
  const own = Array.from({ length: 1 + choose(3) }, (_, index) => `${prefix}_${index}`)
  const tests: readonly Partial<InjectionRule>[] = [
    { value_is_not: [] },
    { value_match: choose(5) },
    { value_greater_than: choose(3) },
  ]
  return {
    condition_key: 'n',
    action: 'INSERT_AFTER_CURRENT',
    steps_to_insert: own.map((name) => arbitraryStep(name, choose(2) === 0 ? own : [...around, ...own], choose)),
    ...tests[choose(tests.length)],
  }
}
