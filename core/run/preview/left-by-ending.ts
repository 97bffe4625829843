import type { RunState } from '../state.ts'
import type { OpenStep } from '../step-state.ts'

/** Steps that would be left not undone or abandoned if a run were ended now. */
export interface LeftByEnding {
  /** Steps that completed and would stay done, the latest first. */
  readonly notUndone: readonly string[]
  /** Steps that would no longer be awaited: whether they have effects is unknown. */
  readonly abandoned: readonly string[]
}

const executing: readonly OpenStep['status'][] = ['running', 'waiting_child', 'fanned_out']

export function leftByEnding({ undo, rollback, open, steps }: RunState): LeftByEnding {
  const names = [...undo, ...(rollback?.notUndone ?? [])].map(({ step }) => step).toReversed()
  const waitedFor = open.filter((name) => executing.includes((steps[name] as OpenStep).status))
  const earlier = (rollback?.abandoned ?? []).map(({ step }) => step)
  return { notUndone: [...new Set(names)], abandoned: [...new Set([...earlier, ...waitedFor])] }
}
