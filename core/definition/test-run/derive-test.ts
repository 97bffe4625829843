import {
  type BranchStep,
  type Definition,
  type ParallelStep,
  type ParallelTask,
  type Step,
  wholeStep,
} from '../definition.ts'
import { stepAlone } from './step-alone.ts'
import type { Pins, TestPlan } from './test-plan.ts'
import { upTo } from './up-to.ts'

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
    message: `No run of this draft can reach the step ${step}. Connect it, then try again.`,
  }
}

/** The steps, inner ones included, with `pinned` set where there is an output. */
function withPins(steps: readonly Step[], pins: Pins): readonly Step[] {
  return steps.map((step) => pinned(withInner(step, pins), pins))
}

function pinned(step: Step, pins: Pins): Step {
  const pin = Object.hasOwn(pins, step.name) ? pins[step.name] : undefined
  if (pin === undefined) return step
  // A step that did not run has nothing to compensate.
  const { compensate_function: _, ...rest } = step
  return { ...rest, pinned: pin } as Step
}

/** The body of a loop, the whole steps of a PARALLEL step, and the steps of its rules. */
function withInner(step: Step, pins: Pins): Step {
  const outer =
    step.type === 'LOOP'
      ? { ...step, loop_body: withPins(step.loop_body, pins) }
      : step.type === 'PARALLEL'
        ? withPinnedBranches(step, pins)
        : step
  const injection = outer.dynamic_injection
  if (injection === undefined) return outer
  const rules = injection.rules.map((rule) => ({ ...rule, steps_to_insert: withPins(rule.steps_to_insert, pins) }))
  return { ...outer, dynamic_injection: { ...injection, rules } }
}

function withPinnedBranches(step: ParallelStep, pins: Pins): ParallelStep {
  const { tasks, task } = step
  const pinnedTask = (each: ParallelTask) => (wholeStep(each) === undefined ? each : pinned(each as Step, pins))
  return {
    ...step,
    ...(tasks !== undefined && { tasks: tasks.map(pinnedTask) as readonly ParallelTask[] }),
    ...(task !== undefined && { task: pinned(task, pins) as BranchStep }),
  }
}
