import type { Definition, Step, StepCommon } from '../definition.ts'
import { type InnerList, innerLists } from '../inner-lists.ts'
import type { TestInput } from './test-plan.ts'
import { withoutFlow } from './up-to.ts'

/**
 * One step with the data that it may read: pinned steps give the outputs of earlier steps and the fields of `state`.
 * The step has one attempt, so that its first failure is shown; its own `when` and
 * `disabled` are ignored.
 */
export function stepAlone(definition: Definition, name: string, given: TestInput): Definition | null {
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
  /** The innermost step around it that runs it per item or per round. */
  readonly loop: Extract<Step, { type: 'LOOP' | 'PARALLEL' }> | null
}

/** Searches the workflow, the bodies of loops, and the steps of rules. */
function find(steps: readonly Step[], name: string, loop: Found['loop'] = null): Found | null {
  for (const step of steps) {
    if (step.name === name) return { step, loop }
    for (const inner of innerLists(step)) {
      const found = find(inner.steps, name, repeats(step, inner) ?? loop)
      if (found !== null) return found
    }
  }
  return null
}

/** The step, where it runs this list of its steps per round or per item. */
function repeats(step: Step, { path: [key] }: InnerList): Found['loop'] {
  const isBody = step.type === 'LOOP' && key === 'loop_body'
  return isBody || (step.type === 'PARALLEL' && key === 'task') ? step : null
}

/** A step within a loop runs with one element of its list. */
function around({ step, loop }: Found, given: TestInput): readonly Step[] {
  const { when: _when, retry: _retry, compensate_function: _undo, disabled: _off, ...alone } = withoutFlow(step)
  const once = { ...alone, retry: { max_attempts: 1 } } as Step
  if (loop === null) return [once]
  const items = stub('Given_item', { output: [given.item ?? null], state: {} })
  const { item_var_name } = loop
  const named = item_var_name === undefined ? {} : { item_var_name }
  const list = { iterate_over: 'steps.Given_item.output', ...named }
  return [items, { type: 'LOOP', name: loop.name, mode: 'ITERATE', ...list, loop_body: [once] }]
}

/** A step with a pinned output, which does nothing. */
function stub(name: string, pinned: NonNullable<StepCommon['pinned']>): Step {
  return { type: 'TRANSFORM', name, set: {}, pinned }
}

/** Steps in sequence: a DECISION among them chooses nothing. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  return steps.map((step, index): Step => {
    const above = steps[index - 1]
    const { next: _, ...rest } = step
    return { ...rest, dependencies: above === undefined ? [] : [above.name] } as Step
  })
}
