import type { BulkOperation } from '#components/api/models.ts'

const endedShown = 3
const shownAfterEndMs = 3_600_000

/**
 * The operations above the list of runs: pending ones, so that they can be stopped, and the few recent ones that were
 * not dismissed.
 */
export function operationsToShow(
  operations: readonly BulkOperation[],
  dismissed: ReadonlySet<string>,
  now: number,
): readonly BulkOperation[] {
  const open = operations.filter(({ endedAt }) => endedAt === null)
  const ended = operations.filter(
    ({ id, endedAt }) => endedAt !== null && !dismissed.has(id) && now - Date.parse(endedAt) < shownAfterEndMs,
  )
  return [...open, ...ended.slice(0, endedShown)]
}
