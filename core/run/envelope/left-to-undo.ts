import type { RunState } from '../state.ts'

/** A step whose effects are left in the world, and whether a compensation can undo them. */
export interface LeftStep {
  readonly step: string
  readonly undoable: boolean
}

/** The steps whose effects are left in the world, in the order in which a rollback undoes them. */
export function leftToUndo({ envelope, undo }: Pick<RunState, 'envelope' | 'undo'>): readonly LeftStep[] {
  const undoable = [...new Set(undo.toReversed().map(({ step }) => step))]
  const others = Object.keys(envelope?.touched ?? {}).filter((step) => !undoable.includes(step))
  return [...undoable.map((step) => ({ step, undoable: true })), ...others.map((step) => ({ step, undoable: false }))]
}
