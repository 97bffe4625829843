import { canonicalId } from './canonical-id.ts'

/** A person who wants to decide; the group `*` stands for all. */
export interface Candidate {
  readonly id: string
  readonly groups: readonly string[]
}

/** The people and groups that a task asks. */
export interface Entitled {
  readonly assignees: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly excluded: readonly string[] | null
  /** People and groups to whom the late task was escalated. */
  readonly escalated_to: readonly string[] | null
  /** People to whom the task was delegated. */
  readonly delegates: readonly string[] | null
}

/**
 * Whether a person may decide a task: assignees, delegates, members of its groups and of its escalation may; all may
 * when it names no assignees and groups; an excluded person never may (four eyes).
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

/** Whether a person is excluded, by id or by one of their groups. */
export function isExcluded({ id, groups }: Candidate, { excluded }: Pick<Entitled, 'excluded'>): boolean {
  return [canonicalId(id), ...groups].some((name) => excluded?.includes(name))
}
