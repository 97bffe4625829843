import type { Actor } from '../actor.ts'

interface Entitled {
  readonly assignees: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly excluded: readonly string[] | null
  /** People and groups who were asked as well when it was late. */
  readonly escalated_to: readonly string[] | null
  /** People to whom somebody passed it. */
  readonly delegates: readonly string[] | null
}

export type Bind = (value: unknown) => string

/** Whoever puts tasks on other people's desks, and sees all of them. */
export function isManager({ roles }: Actor): boolean {
  return roles.includes('manager') || roles.includes('admin')
}

/**
 * Who may decide a task: its assignees and the members of its groups, those who
 * were asked later, anybody when it names nobody at all, and nobody who is excluded (four eyes).
 */
export function mayDecide(actor: Actor, task: Entitled): boolean {
  if (isExcluded(actor, task)) return false
  if (actor.groups.includes('*')) return true
  const { assignees, groups } = task
  if (!assignees?.length && !groups?.length) return true
  const names = [actor.id, ...actor.groups]
  return (
    isNamed(actor.id, task) ||
    actor.groups.some((group) => groups?.includes(group)) ||
    names.some((name) => task.escalated_to?.includes(name))
  )
}

/** By name, or by one of their groups. */
export function isExcluded(actor: Pick<Actor, 'id' | 'groups'>, { excluded }: Pick<Entitled, 'excluded'>): boolean {
  return [actor.id, ...actor.groups].some((name) => excluded?.includes(name))
}

function isNamed(id: string, { assignees, delegates }: Entitled): boolean {
  return assignees?.includes(id) || delegates?.includes(id) || false
}

/** `mayDecide` as a condition on `human_task t`; `bind` adds a parameter and returns its name. */
export function mayDecideCondition(actor: Actor, bind: Bind): string {
  const names = `${bind([actor.id, ...actor.groups])}::text[]`
  const notExcluded = `(t.excluded is null or not t.excluded && ${names})`
  if (actor.groups.includes('*')) return notExcluded
  return `${notExcluded} and (
    ${namedCondition(actor, bind)} or t.groups && ${bind(actor.groups)}::text[] or t.escalated_to && ${names}
    or (cardinality(coalesce(t.assignees, '{}')) = 0 and cardinality(coalesce(t.groups, '{}')) = 0))`
}

/** The actor is asked by name, as one of the people and not of a group. */
export function namedCondition(actor: Actor, bind: Bind): string {
  const me = bind(actor.id)
  return `(${me} = any(t.assignees) or ${me} = any(t.delegates) or ${me} = any(t.escalated_to))`
}
