import { applyToCode } from './code/apply-code.ts'
import type { RunEvent } from './event.ts'
import type { Appliers } from './evolve/appliers.ts'
import { codeAppliers } from './evolve/apply-code-events.ts'
import { compensationAppliers } from './evolve/apply-compensation.ts'
import { envelopeAppliers } from './evolve/apply-envelope.ts'
import { itemAppliers } from './evolve/apply-item.ts'
import { loopAppliers } from './evolve/apply-loop.ts'
import { runAppliers } from './evolve/apply-run.ts'
import { signalAppliers } from './evolve/apply-signal.ts'
import { stepAppliers } from './evolve/apply-step.ts'
import { waitAppliers } from './evolve/apply-wait.ts'
import { type MutableState, mutableStateOf } from './evolve/mutable-state.ts'
import type { RunState } from './state.ts'

const appliers: Appliers = {
  ...runAppliers,
  ...stepAppliers,
  ...waitAppliers,
  ...itemAppliers,
  ...loopAppliers,
  ...signalAppliers,
  ...compensationAppliers,
  ...envelopeAppliers,
  ...codeAppliers,
}

/** The state after one more event. Pure; needs no definition. */
export function evolve(state: RunState, event: RunEvent): RunState {
  const nextState = mutableStateOf(state)
  apply(nextState, event)
  return nextState
}

/** The state after several more events; one copy for all of them. */
export function fold(state: RunState, events: Iterable<RunEvent>): RunState {
  const nextState = mutableStateOf(state)
  for (const event of events) apply(nextState, event)
  return nextState
}

/** Changes a draft that its caller owns. */
export function apply(nextState: MutableState, event: RunEvent): void {
  const applier = appliers[event.type] as (nextState: MutableState, event: RunEvent) => void
  applier(nextState, event)
  applyToCode(nextState, event)
  nextState.seq = event.seq
  nextState.at = event.at
}
