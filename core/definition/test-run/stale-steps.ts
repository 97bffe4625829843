import { flowOf } from '../control-flow.ts'
import { type Definition, type Step, wholeStep } from '../definition.ts'
import { allSteps, innerLists } from '../inner-lists.ts'

/**
 * `changed`: the step itself has changed. `upstream`: a step before it has changed, so that it would read other data.
 */
export type Staleness = 'changed' | 'upstream'

/** Steps of a draft whose results from an earlier run are stale. */
export function staleSteps(now: Definition, then: Definition): ReadonlyMap<string, Staleness> {
  const before = new Map(allSteps(then.steps).map((step) => [step.name, step]))
  const stale = new Map<string, Staleness>()
  addStale(stale, now.steps, before, false)
  return stale
}

/** `around`: a step before the list, or around it, has changed. */
function addStale(
  stale: Map<string, Staleness>,
  steps: readonly Step[],
  before: ReadonlyMap<string, Step>,
  around: boolean,
): void {
  const isChanged = (step: Step, meaning: (step: Step) => string) => {
    const old = before.get(step.name)
    return old === undefined || meaning(old) !== meaning(step)
  }
  const changed = steps.filter((step) => isChanged(step, meaningOf)).map(({ name }) => name)
  if (changed.length === 0 && !around) return
  const after = around ? new Set(steps.map(({ name }) => name)) : namesAfter(steps, changed)
  for (const step of steps) {
    if (changed.includes(step.name)) stale.set(step.name, 'changed')
    else if (after.has(step.name)) stale.set(step.name, 'upstream')
    const isOther = after.has(step.name) || isChanged(step, outerMeaningOf)
    for (const { steps: inner } of innerLists(step)) addStale(stale, inner, before, isOther)
  }
}

/** Every step that runs after one of these steps, by any way. */
export function stepsAfter(definition: Definition, steps: readonly string[]): ReadonlySet<string> {
  return namesAfter(definition.steps, steps)
}

function namesAfter(list: readonly Step[], steps: readonly string[]): ReadonlySet<string> {
  const flow = flowOf(list)
  const after = new Set(steps.flatMap((step) => flow.outgoing(step).map(({ to }) => to)))
  // The loop also visits the steps that it adds.
  for (const step of after) for (const { to } of flow.outgoing(step)) after.add(to)
  return after
}

/** Meanings by step object: in an edited draft all steps but one are the same objects as before. */
const meanings = new WeakMap<Step, string>()

/** The part of a step that affects its result: without its description and its edges. */
function meaningOf(step: Step): string {
  const known = meanings.get(step)
  if (known !== undefined) return known
  const { description: _text, next: _next, dependencies: _before, on_failure: _failure, ...meaning } = step
  const written = JSON.stringify(meaning)
  meanings.set(step, written)
  return written
}

/** The meaning without the inner steps. */
function outerMeaningOf(step: Step): string {
  const { loop_body: _body, dynamic_injection: _rules, ...outer } = step as Step & { readonly loop_body?: unknown }
  if (outer.type !== 'PARALLEL') return meaningOf(outer as Step)
  const { tasks, task, ...parallel } = outer
  const names = { tasks: tasks?.map((each) => wholeStep(each)?.name ?? each), task: task?.name }
  return meaningOf({ ...parallel, ...names } as unknown as Step)
}
