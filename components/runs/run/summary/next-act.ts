import type { RunState } from '#core/run/state.ts'
import { humanWaits, isForSignal, openSignals } from '#core/run/views/waits.ts'

/** An action by a person that lets the run go on: a decision, a signal, or an action in a run below. */
export type NextAct =
  | { readonly kind: 'decide'; readonly taskId: string }
  | { readonly kind: 'signal' }
  | { readonly kind: 'elsewhere'; readonly runId: string }

export function nextAct(state: RunState): NextAct | null {
  const wait = humanWaits(state).oldest
  if (wait === undefined) return null
  if (!isForSignal(wait)) return { kind: 'decide', taskId: wait.task_id }
  return openSignals(state).some(({ task_id }) => wait.run_id === state.header.run_id && task_id === wait.task_id)
    ? { kind: 'signal' }
    : { kind: 'elsewhere', runId: wait.run_id }
}
