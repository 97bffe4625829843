import type { StepGroup } from '../../definition/definition.ts'

/** A change of a group on the canvas; runs do not depend on groups. */
export interface GroupChange {
  readonly id: string
  /** The title now, or the last title of a removed group. */
  readonly title: string
  /** `moved`: only folded or unfolded. */
  readonly status: 'added' | 'removed' | 'changed' | 'moved'
}

/**
 * Changed groups. Their ids are plain numbers of each draft, so groups are matched by title and steps, then by a shared
 * title or shared steps, each time first under the same id. `names`: old to new names of steps.
 */
export function diffGroups(
  before: readonly StepGroup[],
  after: readonly StepGroup[],
  names: ReadonlyMap<string, string>,
): readonly GroupChange[] {
  const old = before.map((group) => ({ ...group, steps: group.steps.map((name) => names.get(name) ?? name) }))
  const partners = pairGroups(old, after)
  const changes = after.flatMap((group): readonly GroupChange[] => {
    const { id, title } = group
    const was = partners.get(group)
    if (was === undefined) return [{ id, title, status: 'added' }]
    if (!saysTheSame(was, group)) return [{ id, title, status: 'changed' }]
    return was.collapsed === group.collapsed ? [] : [{ id, title, status: 'moved' }]
  })
  const kept = new Set(partners.values())
  const gone = old.filter((group) => !kept.has(group))
  return [...changes, ...gone.map(({ id, title }) => ({ id, title, status: 'removed' as const }))]
}

/** The old group of each new group. */
function pairGroups(before: readonly StepGroup[], after: readonly StepGroup[]): ReadonlyMap<StepGroup, StepGroup> {
  const partners = new Map<StepGroup, StepGroup>()
  const free = new Set(before)
  const sharing = (a: StepGroup, b: StepGroup) => a.title === b.title || sharesSteps(a, b)
  const sameId = (a: StepGroup, b: StepGroup) => a.id === b.id
  for (const isSame of [both(saysTheSame, sameId), saysTheSame, both(sharing, sameId), sharing]) {
    for (const group of after) {
      if (partners.has(group)) continue
      const was = [...free].find((other) => isSame(other, group))
      if (was === undefined) continue
      partners.set(group, was)
      free.delete(was)
    }
  }
  return partners
}

type Test = (a: StepGroup, b: StepGroup) => boolean

const both =
  (one: Test, other: Test): Test =>
  (a, b) =>
    one(a, b) && other(a, b)

function saysTheSame(a: StepGroup, b: StepGroup): boolean {
  return a.title === b.title && a.steps.length === b.steps.length && sharedSteps(a, b) === b.steps.length
}

const sharesSteps: Test = (a, b) => sharedSteps(a, b) > 0

function sharedSteps(a: StepGroup, b: StepGroup): number {
  const steps = new Set(a.steps)
  return b.steps.filter((name) => steps.has(name)).length
}
