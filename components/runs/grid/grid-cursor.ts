/** A cell by its run and step, so that its identity survives new runs; a null step is the head of the run's column. */
export interface GridCursor {
  readonly runId: string
  readonly step: string | null
}

/** Number of rows that a page key moves. */
const PAGE_ROWS = 10

/** The cell that a key moves to; null for other keys. `runs` are from left to right, `steps` from the top. */
export function moveInGrid(
  { runId, step }: GridCursor,
  { key, ctrlKey = false }: { readonly key: string; readonly ctrlKey?: boolean },
  runs: readonly string[],
  steps: readonly string[],
): GridCursor | null {
  const column = runs.indexOf(runId)
  // The heads are the row above the first step.
  const row = step === null ? -1 : steps.indexOf(step)
  const to = (nextRow: number, nextColumn: number): GridCursor | null => {
    const found = runs[Math.min(Math.max(nextColumn, 0), runs.length - 1)]
    if (found === undefined) return null
    return { runId: found, step: steps[Math.min(nextRow, steps.length - 1)] ?? null }
  }
  switch (key) {
    case 'ArrowLeft':
      return to(row, column - 1)
    case 'ArrowRight':
      return to(row, column + 1)
    case 'ArrowUp':
      return to(row - 1, column)
    case 'ArrowDown':
      return to(row + 1, column)
    case 'PageUp':
      return to(Math.max(row - PAGE_ROWS, Math.min(row, 0)), column)
    case 'PageDown':
      return to(row + PAGE_ROWS, column)
    case 'Home':
      return to(ctrlKey ? -1 : row, 0)
    case 'End':
      return to(ctrlKey ? steps.length - 1 : row, runs.length - 1)
    default:
      return null
  }
}

/** The one cell that Tab leads to: the last focused cell, or else the newest run's first step. */
export function tabStop(
  cursor: GridCursor | null,
  runs: readonly string[],
  steps: readonly string[],
): GridCursor | null {
  const newest = runs.at(-1)
  if (newest === undefined) return null
  const runId = cursor !== null && runs.includes(cursor.runId) ? cursor.runId : newest
  if (cursor?.step === null) return { runId, step: null }
  const step = cursor !== null && steps.includes(cursor.step) ? cursor.step : (steps[0] ?? null)
  return { runId, step }
}
