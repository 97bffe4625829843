import type { Definition } from '../definition.ts'
import { stepAlone } from './step-alone.ts'
import type { TestPlan } from './test-plan.ts'
import { upTo } from './up-to.ts'
import { withPins } from './with-pins.ts'

export type Derived =
  | { readonly ok: true; readonly definition: Definition }
  | { readonly ok: false; readonly message: string }

/**
 * The definition that a test run executes: the wanted part of the draft, with pinned outputs in place of their steps.
 */
export function deriveTest(definition: Definition, plan: TestPlan): Derived {
  if (plan.mode === 'step') return derived(stepAlone(definition, plan.step, plan.given), plan.step)
  const pinned = { ...definition, steps: withPins(definition.steps, plan.pins) }
  return plan.mode === 'whole' ? { ok: true, definition: pinned } : derived(upTo(pinned, plan.step), plan.step)
}

function derived(definition: Definition | null, step: string): Derived {
  if (definition !== null) return { ok: true, definition }
  return {
    ok: false,
    message: `There is no step ${step} that a run of this draft could reach. Connect it, then try again.`,
  }
}
