import type { RunEvent } from './event.ts'
import type { Appliers } from './evolve/appliers.ts'
import { compensationAppliers } from './evolve/apply-compensation.ts'
import { itemAppliers } from './evolve/apply-item.ts'
import { loopAppliers } from './evolve/apply-loop.ts'
import { runAppliers } from './evolve/apply-run.ts'
import { signalAppliers } from './evolve/apply-signal.ts'
import { stepAppliers } from './evolve/apply-step.ts'
import { waitAppliers } from './evolve/apply-wait.ts'
import { type Draft, draftOf } from './evolve/draft.ts'
import type { RunState } from './state.ts'

const appliers: Appliers = {
  ...runAppliers,
  ...stepAppliers,
  ...waitAppliers,
  ...itemAppliers,
  ...loopAppliers,
  ...signalAppliers,
  ...compensationAppliers,
}

/** The state after one more event. Pure; needs no definition. */
export function evolve(state: RunState, event: RunEvent): RunState {
  const draft = draftOf(state)
  apply(draft, event)
  return draft
}

/** The state after several more events; one copy for all of them. */
export function fold(state: RunState, events: Iterable<RunEvent>): RunState {
  const draft = draftOf(state)
  for (const event of events) apply(draft, event)
  return draft
}

/** Changes a draft that its caller owns. */
export function apply(draft: Draft, event: RunEvent): void {
  const applier = appliers[event.type] as (draft: Draft, event: RunEvent) => void
  applier(draft, event)
  draft.seq = event.seq
  draft.at = event.at
}
