import type { Actor } from '../actor.ts'

interface Entitled {
  readonly assignees: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly excluded: readonly string[] | null
}

/**
 * Who may decide a task: its assignees and the members of its groups, anybody
 * when it names neither, and nobody who is excluded (four eyes).
 */
export function mayDecide(actor: Actor, task: Entitled): boolean {
  const assignees = task.assignees ?? []
  const groups = task.groups ?? []
  if ((task.excluded ?? []).includes(actor.id)) return false
  if (actor.groups.includes('*')) return true
  if (assignees.length === 0 && groups.length === 0) return true
  return assignees.includes(actor.id) || groups.some((group) => actor.groups.includes(group))
}

/** `mayDecide` as a condition on `human_task t`; `bind` adds a parameter and returns its name. */
export function mayDecideCondition(actor: Actor, bind: (value: unknown) => string): string {
  const notExcluded = `not ${bind(actor.id)} = any(coalesce(t.excluded, '{}'))`
  if (actor.groups.includes('*')) return notExcluded
  return `${notExcluded} and (
    ${bind(actor.id)} = any(t.assignees) or t.groups && ${bind(actor.groups)}::text[]
    or (cardinality(coalesce(t.assignees, '{}')) = 0 and cardinality(coalesce(t.groups, '{}')) = 0))`
}
