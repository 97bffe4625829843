import { flowOf } from '../control-flow.ts'
import type { Definition, Step } from '../definition.ts'
import { allSteps, innerLists } from '../inner-lists.ts'

/** `changed`: the step says something else now. `upstream`: something before it does, so it would find other data. */
export type Staleness = 'changed' | 'upstream'

/** The steps of a draft whose results of an earlier run no longer say what the draft would do. */
export function staleSteps(now: Definition, then: Definition): ReadonlyMap<string, Staleness> {
  const before = new Map(allSteps(then.steps).map((step) => [step.name, step]))
  const stale = new Map<string, Staleness>()
  addStale(stale, now.steps, before, false)
  return stale
}

/** `around`: something before the list, or about what it stands within, says something else. */
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

/** Everything that runs after one of these steps, by whatever way. */
export function stepsAfter(definition: Definition, steps: readonly string[]): ReadonlySet<string> {
  return namesAfter(definition.steps, steps)
}

function namesAfter(list: readonly Step[], steps: readonly string[]): ReadonlySet<string> {
  const flow = flowOf(list)
  const after = new Set(steps.flatMap((step) => flow.outgoing(step).map(({ to }) => to)))
  // The set grows while it is walked.
  for (const step of after) for (const { to } of flow.outgoing(step)) after.add(to)
  return after
}

/** Of steps that are the same object as before, which in a draft that is edited are all but one. */
const meanings = new WeakMap<Step, string>()

/** What a step does; where it stands and what it is called by people changes no result. */
function meaningOf(step: Step): string {
  const known = meanings.get(step)
  if (known !== undefined) return known
  const { description: _text, next: _next, dependencies: _before, on_failure: _failure, ...meaning } = step
  const written = JSON.stringify(meaning)
  meanings.set(step, written)
  return written
}

/** The same without the steps within. */
function outerMeaningOf(step: Step): string {
  const { loop_body: _body, dynamic_injection: _rules, ...outer } = step as Step & { readonly loop_body?: unknown }
  return meaningOf(outer as Step)
}
