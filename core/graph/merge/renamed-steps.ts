import type { Definition, Step } from '../../definition/definition.ts'
import type { Json } from '../../json.ts'
import { jsonEqual } from '../text/json-equal.ts'

/** What a step says by itself: neither its name nor where it leads. */
const apart: ReadonlySet<string> = new Set(['name', 'type', 'next', 'dependencies', 'on_failure'])

/**
 * Steps that have another name in a later text, by their name in the earlier
 * one: of those that are gone and those that are new, the ones of the same type
 * that share at least half of what they say, the most alike first.
 */
export function renamedSteps(before: Definition, after: Definition): ReadonlyMap<string, string> {
  const names = (definition: Definition) => new Set(definition.steps.map(({ name }) => name))
  const [old, now] = [names(before), names(after)]
  const gone = before.steps.filter(({ name }) => !now.has(name))
  const come = after.steps.filter(({ name }) => !old.has(name))
  const pairs = gone.flatMap((from) =>
    come.map((to) => ({ from: from.name, to: to.name, likeness: likeness(from, to) })),
  )
  const renamed = new Map<string, string>()
  const taken = new Set<string>()
  for (const { from, to, likeness: found } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    if (found < 0.5 || renamed.has(from) || taken.has(to)) continue
    renamed.set(from, to)
    taken.add(to)
  }
  return renamed
}

/** The share of keys that are the same in both; none for steps of different types. */
function likeness(a: Step, b: Step): number {
  if (a.type !== b.type) return 0
  const [own, other] = [said(a), said(b)]
  const keys = new Set([...own.keys(), ...other.keys()])
  const same = [...keys].filter((key) => jsonEqual(own.get(key), other.get(key)))
  return keys.size === 0 ? 0 : same.length / keys.size
}

function said(step: Step): ReadonlyMap<string, Json> {
  return new Map(Object.entries(step as unknown as Record<string, Json>).filter(([key]) => !apart.has(key)))
}
