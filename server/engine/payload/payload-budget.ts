import type { PayloadBudget } from '../ports.ts'

/**
 * Selects the runs, in their order, for whose large values there is room. Behind the first run without room, no run
 * with large values is taken: otherwise smaller runs would keep that run out for ever.
 */
export function withinPayloadBudget<Run>(
  runs: readonly Run[],
  bytesOf: (run: Run) => number,
  { bytes: room, evenOne }: PayloadBudget = { bytes: Number.POSITIVE_INFINITY, evenOne: true },
): readonly Run[] {
  let held = 0
  let isFull = false
  return runs.filter((run) => {
    const bytes = bytesOf(run)
    if (bytes === 0) return true
    isFull ||= held + bytes > room && !(evenOne && held === 0)
    held += bytes
    return !isFull
  })
}

/** True when only runs without large values may be taken. */
export function excludesPayloads({ bytes, evenOne }: PayloadBudget): boolean {
  return bytes === 0 && !evenOne
}
