import { isOpen, type StepState } from '../step-state.ts'
import type { MutableState } from './mutable-state.ts'
import { noteEffects } from './note-effects.ts'

/** Puts a step into its next state, and keeps `open` and `children` in step with it (invariants 3 and 6 of the state). */
export function enter(nextState: MutableState, step: string, next: StepState): void {
  const before = Object.hasOwn(nextState.steps, step) ? nextState.steps[step] : undefined
  nextState.steps[step] = next
  if (before?.status === 'running' && !(next.status === 'skipped' && next.withdrawn)) {
    noteEffects(nextState, before.impact, step)
  }
  const parentEnded = next.status === 'skipped' && next.reason === 'run_ended'
  if (before?.status === 'waiting_child' && next.status !== 'waiting_child') {
    dropChild(nextState, before.childRunId, parentEnded)
  }
  if (before?.status === 'fanned_out' && next.status !== 'fanned_out') {
    for (const flying of before.fan.flight) {
      if (flying.status === 'waiting_child') dropChild(nextState, flying.childRunId, parentEnded)
    }
  }
  if (isOpen(before) === isOpen(next)) return
  if (isOpen(next)) nextState.open.push(step)
  else nextState.open.splice(nextState.open.indexOf(step), 1)
}

/**
 * Drops a child that has not ended and is no longer awaited: it is to be cancelled. A child that may outlive its parent
 * is released instead when the parent ends or rolls back: its outcome says nothing about this run any more.
 */
export function dropChild(nextState: MutableState, runId: string, parentEnded: boolean): void {
  const child = nextState.children[runId]
  if (child === undefined) return
  if (parentEnded && child.abandon) {
    noteEffects(nextState, child.effects, child.step)
    delete nextState.children[runId]
  } else nextState.children[runId] = { ...child, dropped: true }
}
