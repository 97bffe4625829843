export interface TreeRow<Run> {
  readonly run: Run
  /** Levels below the root of the list. */
  readonly level: number
  readonly isOpen: boolean
  /** Why what is below an opened one cannot be shown; absent where it can. */
  readonly unread?: string
}

/** What is below a run: its children, or why they could not be read; absent while they are being read. */
export type Below<Run> = readonly Run[] | string | undefined

interface Parent {
  readonly runId: string
}

/** The rows to show: every run, and below an opened one its children, at any depth. */
export function foldRows<Run extends Parent>(
  runs: readonly Run[],
  opened: ReadonlySet<string>,
  belowOf: (runId: string) => Below<Run>,
  level = 0,
): readonly TreeRow<Run>[] {
  return runs.flatMap((run) => {
    const isOpen = opened.has(run.runId)
    const row: TreeRow<Run> = { run, level, isOpen }
    if (!isOpen) return [row]
    const below = belowOf(run.runId) ?? []
    if (typeof below === 'string') return [{ ...row, unread: below }]
    return [row, ...foldRows(below, opened, belowOf, level + 1)]
  })
}
