import type { Actor } from './actor.ts'

export type Bind = (value: unknown) => string

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
