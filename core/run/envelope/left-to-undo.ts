import type { RunState } from '../state.ts'

/** A step whose effects are left in the world, and whether a compensation can undo them. */
export interface LeftStep {
  readonly step: string
  readonly undoable: boolean
  /** The sub-workflow run that the run has not waited for: its effects are unknown to the run. */
  readonly childRunId?: string
}

type Left = Pick<RunState, 'envelope' | 'undo' | 'children'>

/** The steps whose effects are left in the world, in the order in which a rollback undoes them. */
export function leftToUndo({ envelope, undo, children }: Left): readonly LeftStep[] {
  const undoable = [...new Set(undo.toReversed().map(({ step }) => step))]
  const touched = Object.keys(envelope?.touched ?? {}).filter((step) => !undoable.includes(step))
  const known = [...undoable, ...touched]
  const below = new Map<string, string>()
  for (const [childRunId, { step, effects }] of Object.entries(children)) {
    if (effects !== undefined && !known.includes(step) && !below.has(step)) below.set(step, childRunId)
  }
  return [
    ...undoable.map((step) => ({ step, undoable: true })),
    ...touched.map((step) => ({ step, undoable: false })),
    ...[...below].map(([step, childRunId]) => ({ step, undoable: false, childRunId })),
  ]
}
