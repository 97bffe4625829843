import { canonicalId } from './canonical-id.ts'

/** Somebody who wants to decide; the group `*` stands for all. */
export interface Candidate {
  readonly id: string
  readonly groups: readonly string[]
}

/** Whom a task asks. */
export interface Entitled {
  readonly assignees: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly excluded: readonly string[] | null
  /** People and groups who were asked as well when it was late. */
  readonly escalated_to: readonly string[] | null
  /** People to whom somebody passed it. */
  readonly delegates: readonly string[] | null
}

/**
 * Who may decide a task: its assignees and the members of its groups, those who
 * were asked later, anybody when it names nobody at all, and nobody who is excluded (four eyes).
 */
export function mayDecide(candidate: Candidate, task: Entitled): boolean {
  if (isExcluded(candidate, task)) return false
  const { assignees, groups, escalated_to, delegates } = task
  if (candidate.groups.includes('*') || (!assignees?.length && !groups?.length)) return true
  const id = canonicalId(candidate.id)
  const names = [id, ...candidate.groups]
  return (
    [assignees, delegates].some((people) => people?.includes(id)) ||
    candidate.groups.some((group) => groups?.includes(group)) ||
    names.some((name) => escalated_to?.includes(name))
  )
}

/** By name, or by one of their groups. */
export function isExcluded({ id, groups }: Candidate, { excluded }: Pick<Entitled, 'excluded'>): boolean {
  return [canonicalId(id), ...groups].some((name) => excluded?.includes(name))
}
