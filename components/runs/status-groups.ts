/** Statuses in the groups that people ask for; docs/lifecycle.md explains the words. */
export const statusGroups = {
  attention: ['FAILED', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW'],
  people: ['WAITING_HUMAN_INPUT', 'WAITING_CHILD_HUMAN_INPUT'],
  progress: ['ACTIVE', 'PENDING_ASYNC', 'PENDING_SUB_WORKFLOW'],
  completed: ['COMPLETED'],
  stopped: ['CANCELLED', 'FAILED_ROLLED_BACK'],
} as const satisfies Record<string, readonly string[]>

/** Ended badly, whether or not it can be retried. */
export const failedStatuses = [...statusGroups.attention, 'FAILED_ROLLED_BACK'] as const

export type StatusGroup = keyof typeof statusGroups

/** How many runs are in any of these statuses. */
export function countOf(counts: Readonly<Record<string, number>>, statuses: readonly string[]): number {
  return statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

export const countAll = (counts: Readonly<Record<string, number>>) => countOf(counts, Object.keys(counts))

/** Is this exactly the filter of the group? */
export function isGroup(statuses: readonly string[], group: StatusGroup): boolean {
  const wanted: readonly string[] = statusGroups[group]
  return statuses.length === wanted.length && statuses.every((status) => wanted.includes(status))
}
