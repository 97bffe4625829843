import type { BulkOperation } from '#components/api/models.ts'

const endedShown = 3
const keptShownMs = 3_600_000

/** Above the list of runs: whatever goes on, so that it can be stopped, and the few that ended a little while ago and were not put away. */
export function operationsToShow(
  operations: readonly BulkOperation[],
  dismissed: ReadonlySet<string>,
  now: number,
): readonly BulkOperation[] {
  const open = operations.filter(({ endedAt }) => endedAt === null)
  const ended = operations.filter(
    ({ id, endedAt }) => endedAt !== null && !dismissed.has(id) && now - Date.parse(endedAt) < keptShownMs,
  )
  return [...open, ...ended.slice(0, endedShown)]
}
