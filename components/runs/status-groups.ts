/** Statuses in the groups that people ask for; docs/lifecycle.md explains the words. */
export const statusGroups = {
  attention: ['FAILED', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW'],
  people: ['WAITING_HUMAN_INPUT', 'WAITING_CHILD_HUMAN_INPUT'],
  progress: ['ACTIVE', 'PENDING_ASYNC', 'PENDING_SUB_WORKFLOW'],
  completed: ['COMPLETED'],
  stopped: ['CANCELLED', 'FAILED_ROLLED_BACK'],
} as const satisfies Record<string, readonly string[]>

/** Statuses of failed runs, retryable or not. */
export const failedStatuses = [...statusGroups.attention, 'FAILED_ROLLED_BACK'] as const

export type StatusGroup = keyof typeof statusGroups

/** The number of runs in any of these statuses. */
export function countOf(counts: Readonly<Record<string, number>>, statuses: readonly string[]): number {
  return statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

export const countAll = (counts: Readonly<Record<string, number>>) => countOf(counts, Object.keys(counts))

/** Whether the filter is exactly the group. */
export function isGroup(statuses: readonly string[], group: StatusGroup): boolean {
  const wanted: readonly string[] = statusGroups[group]
  return statuses.length === wanted.length && statuses.every((status) => wanted.includes(status))
}
