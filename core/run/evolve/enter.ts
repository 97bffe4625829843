import { isOpen, type StepState } from '../step-state.ts'
import type { Draft } from './draft.ts'
import { noteEffects } from './note-effects.ts'

/** Puts a step into its next state, and keeps `open` and `children` in step with it (invariants 3 and 6 of the state). */
export function enter(draft: Draft, step: string, next: StepState): void {
  const before = Object.hasOwn(draft.steps, step) ? draft.steps[step] : undefined
  draft.steps[step] = next
  if (before?.status === 'running' && !(next.status === 'skipped' && next.withdrawn)) {
    noteEffects(draft, before.impact)
  }
  const parentEnded = next.status === 'skipped' && next.reason === 'run_ended'
  if (before?.status === 'waiting_child' && next.status !== 'waiting_child') {
    dropChild(draft, before.childRunId, parentEnded)
  }
  if (before?.status === 'fanned_out' && next.status !== 'fanned_out') {
    for (const flying of before.fan.flight) {
      if (flying.status === 'waiting_child') dropChild(draft, flying.childRunId, parentEnded)
    }
  }
  if (isOpen(before) === isOpen(next)) return
  if (isOpen(next)) draft.open.push(step)
  else draft.open.splice(draft.open.indexOf(step), 1)
}

/**
 * Drops a child that has not ended and is no longer awaited: it is to be cancelled. A child that may outlive its parent
 * is released instead when the parent ends or rolls back: its outcome says nothing about this run any more.
 */
export function dropChild(draft: Draft, runId: string, parentEnded: boolean): void {
  const child = draft.children[runId]
  if (child === undefined) return
  if (parentEnded && child.abandon) {
    noteEffects(draft, child.effects)
    delete draft.children[runId]
  } else draft.children[runId] = { ...child, dropped: true }
}
