import type { Definition, Step, StepCommon } from '../definition.ts'
import type { GivenInput } from './test-plan.ts'
import { holds, withoutFlow } from './up-to.ts'

/**
 * One step, with what it may read: outputs of earlier steps and fields of
 * `state` come from steps that are pinned. It is tried once, so that its first
 * failure is shown, and its own `when` does not keep it from running.
 */
export function stepAlone(definition: Definition, name: string, given: GivenInput): Definition | null {
  const found = find(definition.steps, name)
  if (found === null) return null
  const { input_schema: _, ...rest } = definition
  const { state, steps = {} } = given
  const stubs = Object.entries(steps).filter(([earlier]) => earlier !== name && earlier !== found.loop?.name)
  const before = [
    ...(state === undefined ? [] : [stub('Given_state', { output: null, state })]),
    ...stubs.map(([earlier, pin]) => stub(earlier, { ...pin, state: {} })),
  ]
  return { ...rest, saga_enabled: false, steps: inOrder([...before, ...around(found, given)]) }
}

interface Found {
  readonly step: Step
  readonly loop: Extract<Step, { type: 'LOOP' }> | null
}

function find(steps: readonly Step[], name: string): Found | null {
  for (const step of steps) {
    if (step.name === name) return { step, loop: null }
    if (step.type === 'LOOP' && holds(step, name)) {
      const inner = find(step.loop_body, name) as Found
      return inner.loop === null ? { ...inner, loop: step } : inner
    }
  }
  return null
}

/** A step within a loop is tried with one element of its list. */
function around({ step, loop }: Found, given: GivenInput): readonly Step[] {
  const { when: _when, retry: _retry, compensate_function: _undo, ...alone } = withoutFlow(step)
  const once = { ...alone, retry: { max_attempts: 1 } } as Step
  if (loop === null) return [once]
  const items = stub('Given_item', { output: [given.item ?? null], state: {} })
  const { item_var_name } = loop
  const named = item_var_name === undefined ? {} : { item_var_name }
  const list = { iterate_over: 'steps.Given_item.output', ...named }
  return [items, { type: 'LOOP', name: loop.name, mode: 'ITERATE', ...list, loop_body: [once] }]
}

/** Gives something, and does nothing. */
function stub(name: string, pinned: NonNullable<StepCommon['pinned']>): Step {
  return { type: 'TRANSFORM', name, set: {}, pinned }
}

/** One after the other: a DECISION among them chooses nothing. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  return steps.map((step, index): Step => {
    const above = steps[index - 1]
    const { next: _, ...rest } = step
    return { ...rest, dependencies: above === undefined ? [] : [above.name] } as Step
  })
}
