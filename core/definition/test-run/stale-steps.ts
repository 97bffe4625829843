import { flowOf } from '../control-flow.ts'
import type { Definition, Step } from '../definition.ts'

/** `changed`: the step says something else now. `upstream`: something before it does, so it would find other data. */
export type Staleness = 'changed' | 'upstream'

/** The steps of a draft whose results of an earlier run no longer say what the draft would do. */
export function staleSteps(now: Definition, then: Definition): ReadonlyMap<string, Staleness> {
  const before = new Map(then.steps.map((step) => [step.name, meaningOf(step)]))
  const changed = now.steps.filter((step) => before.get(step.name) !== meaningOf(step)).map(({ name }) => name)
  const stale = new Map<string, Staleness>()
  if (changed.length === 0) return stale
  for (const name of stepsAfter(now, changed)) stale.set(name, 'upstream')
  for (const name of changed) stale.set(name, 'changed')
  return stale
}

/** Everything that runs after one of these steps, by whatever way. */
export function stepsAfter(definition: Definition, steps: readonly string[]): ReadonlySet<string> {
  const flow = flowOf(definition.steps)
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
