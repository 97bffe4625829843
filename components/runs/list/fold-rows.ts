export interface TreeRow<Run> {
  readonly run: Run
  /** Levels below the root of the list. */
  readonly level: number
  readonly isOpen: boolean
  /** The reason why the children of an expanded run cannot be shown; absent where they can. */
  readonly unread?: string
}

/** The children of a run, or the reason why they could not be read; absent while they are loading. */
export type Children<Run> = readonly Run[] | string | undefined

interface Parent {
  readonly runId: string
}

/** The rows to show: every run, and below an expanded one its children, at any depth. */
export function foldRows<Run extends Parent>(
  runs: readonly Run[],
  opened: ReadonlySet<string>,
  childrenOf: (runId: string) => Children<Run>,
  level = 0,
): readonly TreeRow<Run>[] {
  return runs.flatMap((run) => {
    const isOpen = opened.has(run.runId)
    const row: TreeRow<Run> = { run, level, isOpen }
    if (!isOpen) return [row]
    const children = childrenOf(run.runId) ?? []
    if (typeof children === 'string') return [{ ...row, unread: children }]
    return [row, ...foldRows(children, opened, childrenOf, level + 1)]
  })
}
