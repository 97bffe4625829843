export interface TreeRow<Run> {
  readonly run: Run
  /** Levels below the root of the list. */
  readonly level: number
  readonly isOpen: boolean
}

interface Parent {
  readonly runId: string
}

/** The rows to show: every run, and below an opened one its children, at any depth. */
export function foldRows<Run extends Parent>(
  runs: readonly Run[],
  opened: ReadonlySet<string>,
  childrenOf: (runId: string) => readonly Run[] | undefined,
  level = 0,
): readonly TreeRow<Run>[] {
  return runs.flatMap((run) => {
    const isOpen = opened.has(run.runId)
    const row: TreeRow<Run> = { run, level, isOpen }
    if (!isOpen) return [row]
    return [row, ...foldRows(childrenOf(run.runId) ?? [], opened, childrenOf, level + 1)]
  })
}
