import type { Step } from '../definition.ts'
import type { Pins } from './test-plan.ts'

/** The steps, inner ones included, with `pinned` set where there is an output. */
export function withPins(steps: readonly Step[], pins: Pins): readonly Step[] {
  return steps.map((step) => pinned(withInner(step, pins), pins))
}

function pinned(step: Step, pins: Pins): Step {
  const pin = Object.hasOwn(pins, step.name) ? pins[step.name] : undefined
  if (pin === undefined) return step
  // A step that did not run has nothing to compensate.
  const { compensate_function: _, ...rest } = step
  return { ...rest, pinned: pin } as Step
}

/** The body of a loop, and the steps of its rules. */
function withInner(step: Step, pins: Pins): Step {
  const outer = step.type === 'LOOP' ? { ...step, loop_body: withPins(step.loop_body, pins) } : step
  const injection = outer.dynamic_injection
  if (injection === undefined) return outer
  const rules = injection.rules.map((rule) => ({ ...rule, steps_to_insert: withPins(rule.steps_to_insert, pins) }))
  return { ...outer, dynamic_injection: { ...injection, rules } }
}
