import type { Definition, Step } from '../../definition/definition.ts'
import type { Json } from '../../json.ts'
import { limits } from '../../limits.ts'
import { canonicalText } from '../text/json-equal.ts'

/** Keys that are not content of a step: its name, its type and its targets. */
const apart: ReadonlySet<string> = new Set(['name', 'type', 'next', 'dependencies', 'on_failure'])

interface StepContent {
  readonly name: string
  /** The type and the whole content: equal where two steps have equal content. */
  readonly all: string
  readonly type: string
  /** The text of each value by its key. */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Renamed steps: old name to new name. Removed and added steps match if their content is equal, or if they have the
 * same type and at least half of their content in common, best matches first.
 */
export function renamedSteps(before: Definition, after: Definition): ReadonlyMap<string, string> {
  const names = (definition: Definition) => new Set(definition.steps.map(({ name }) => name))
  const [old, now] = [names(before), names(after)]
  const gone = before.steps.filter(({ name }) => !now.has(name)).map(contentOf)
  const come = after.steps.filter(({ name }) => !old.has(name)).map(contentOf)
  const renamed = sameSteps(gone, come)
  const taken = new Set(renamed.values())
  const left = gone.filter(({ name }) => !renamed.has(name))
  const free = come.filter(({ name }) => !taken.has(name))
  // With so many steps changed and renamed at once, the text is another workflow.
  if (left.length * free.length > limits.definition.comparedSteps) return renamed
  const pairs = left.flatMap((from) =>
    free.flatMap((to) => {
      const found = likeness(from, to)
      return found < 0.5 ? [] : [{ from: from.name, to: to.name, likeness: found }]
    }),
  )
  for (const { from, to } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    if (renamed.has(from) || taken.has(to)) continue
    renamed.set(from, to)
    taken.add(to)
  }
  return renamed
}

/** Matches of equal content, in order. */
function sameSteps(gone: readonly StepContent[], come: readonly StepContent[]): Map<string, string> {
  const places = new Map<string, string[]>()
  for (const { all, name } of come.toReversed()) {
    const known = places.get(all)
    if (known === undefined) places.set(all, [name])
    else known.push(name)
  }
  const renamed = new Map<string, string>()
  for (const { all, name, fields } of gone) {
    const same = fields.size === 0 ? undefined : places.get(all)?.pop()
    if (same !== undefined) renamed.set(name, same)
  }
  return renamed
}

/** The share of keys with equal values in both; zero for steps of different types. */
function likeness(a: StepContent, b: StepContent): number {
  if (a.type !== b.type) return 0
  let same = 0
  for (const [key, text] of a.fields) if (b.fields.get(key) === text) same += 1
  const more = [...b.fields.keys()].filter((key) => !a.fields.has(key)).length
  const keys = a.fields.size + more
  return keys === 0 ? 0 : same / keys
}

function contentOf(step: Step): StepContent {
  const { name, type } = step
  const entries = Object.entries(step as unknown as Record<string, Json>).filter(([key]) => !apart.has(key))
  const fields = new Map(entries.map(([key, value]) => [key, canonicalText(value)] as const))
  return { name, type, fields, all: canonicalText([type, Object.fromEntries(entries)]) }
}
