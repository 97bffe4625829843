import type { Step } from '../definition.ts'
import type { Pins } from './test-plan.ts'

/** The steps, bodies of loops included, with those pinned for which there is an output. */
export function withPins(steps: readonly Step[], pins: Pins): readonly Step[] {
  return steps.map((step): Step => {
    const pin = Object.hasOwn(pins, step.name) ? pins[step.name] : undefined
    if (pin !== undefined) {
      // What never ran has nothing to undo.
      const { compensate_function: _, ...rest } = step
      return { ...rest, pinned: pin } as Step
    }
    return step.type === 'LOOP' ? { ...step, loop_body: withPins(step.loop_body, pins) } : step
  })
}
