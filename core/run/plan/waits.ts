import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Effect } from '../effect.ts'
import { hasItsLocks, isReacquiring } from '../envelope/locks-of.ts'
import type { Fan } from '../fan.ts'
import type { RunState } from '../state.ts'
import type { OpenStep } from '../step-state.ts'
import { isIdleContainer, openSteps } from '../views/open-work.ts'
import { hasStarted } from '../views/phases.ts'
import type { EnvelopeTimer } from '../words.ts'
import { plan } from './plan.ts'

/**
 * The bound of a wait. `timer` and `limited_attempt` end the wait at a known instant. `attempt`, `worker`, `people`,
 * `program` and `engine` wait for that party for as long as the author or the operator allows. `below`: another run,
 * whose own waits are in the same table; `inside`: the waits of the items or of the body; `locks`: runs that hold them.
 */
export type WaitBound =
  | 'timer'
  | 'limited_attempt'
  | 'attempt'
  | 'worker'
  | 'people'
  | 'program'
  | 'engine'
  | 'below'
  | 'inside'
  | 'locks'

/**
 * Every way in which a live run can wait. `transitional`: no author or operator asked for this wait, so that it must
 * have an end.
 */
export const waitTable = {
  accepted: { bound: 'engine', transitional: false },
  awaiting_conditions: { bound: 'program', transitional: false },
  discovering: { bound: 'attempt', transitional: false },
  awaiting_locks: { bound: 'locks', transitional: false },
  held: { bound: 'people', transitional: false },
  driven_by_hand: { bound: 'people', transitional: false },
  running: { bound: 'attempt', transitional: false },
  with_workers: { bound: 'worker', transitional: false },
  backing_off: { bound: 'timer', transitional: true },
  held_back: { bound: 'people', transitional: false },
  waiting_person: { bound: 'people', transitional: false },
  waiting_signal: { bound: 'program', transitional: false },
  waiting_time: { bound: 'timer', transitional: false },
  waiting_child: { bound: 'below', transitional: false },
  fanned_out: { bound: 'inside', transitional: false },
  looping: { bound: 'inside', transitional: false },
  resting: { bound: 'timer', transitional: true },
  settling: { bound: 'timer', transitional: true },
  settling_below: { bound: 'below', transitional: true },
  undoing: { bound: 'limited_attempt', transitional: true },
  undoing_again: { bound: 'timer', transitional: true },
} as const satisfies Record<string, { readonly bound: WaitBound; readonly transitional: boolean }>

export type WaitKind = keyof typeof waitTable

export interface RunWait {
  readonly kind: WaitKind
  readonly step?: string
  /** Id of the timer or attempt that ends it at the latest; null where nothing has to. */
  readonly endedBy: string | null
}

/** The current waits of a run; none once the run has ended. */
export function waitsOf(executable: ExecutableDefinition, state: RunState): readonly RunWait[] {
  if (state.outcome !== null) return []
  if (state.rollback !== null) return waitsOfRollback(executable, state)
  if (!hasStarted(state)) return [waitBeforeSteps(state)]
  if (isReacquiring(state)) return [{ kind: 'awaiting_locks', endedBy: null }]
  const waits = state.open.map((step) => ({ step, ...waitOfStep(state.steps[step] as OpenStep) }))
  if (state.hold !== null) return [{ kind: 'held', endedBy: null }, ...waits]
  const isIdle = openSteps(state).every(isIdleContainer) && waits.every(({ kind }) => kind !== 'resting')
  return state.header.drive === 'manual' && isIdle ? [{ kind: 'driven_by_hand', endedBy: null }, ...waits] : waits
}

/** What a run with an envelope waits for in the phases before its steps; without one, for an engine. */
function waitBeforeSteps({ phase, envelope }: RunState): RunWait {
  const ends = (purpose: EnvelopeTimer): string | null => {
    const timer = envelope?.timers[purpose]
    return timer !== undefined && 'timerId' in timer ? timer.timerId : null
  }
  if (phase === 'BLOCKED_WAITING') return { kind: 'awaiting_conditions', endedBy: ends('conditions_timeout') }
  if (phase === 'RESOURCE_DISCOVERY') return { kind: 'discovering', endedBy: ends('discovery_timeout') }
  if (phase === 'SCHEDULED') return { kind: 'awaiting_locks', endedBy: ends('lock_timeout') }
  return { kind: 'accepted', endedBy: null }
}

function waitOfStep(step: OpenStep): RunWait {
  switch (step.status) {
    case 'running':
      return { kind: step.queue === undefined ? 'running' : 'with_workers', endedBy: null }
    case 'backing_off':
      return step.timerId === null
        ? { kind: 'held_back', endedBy: null }
        : { kind: 'backing_off', endedBy: step.timerId }
    case 'waiting_time':
      return { kind: 'waiting_time', endedBy: step.timerId }
    case 'looping':
      return step.resting === undefined
        ? { kind: 'looping', endedBy: null }
        : { kind: 'resting', endedBy: step.resting.timerId }
    default:
      return { kind: step.status, endedBy: null }
  }
}

function waitsOfRollback(executable: ExecutableDefinition, state: RunState): readonly RunWait[] {
  const owed = plan(executable, state)
  const idOf = (is: (effect: Effect) => boolean) => owed.find(is)?.id ?? null
  const timer = (purpose: string) => idOf((effect) => effect.kind === 'timer' && effect.purpose === purpose)
  const settling = state.open.flatMap((step): readonly RunWait[] => {
    const now = state.steps[step] as OpenStep
    if (now.status === 'looping' || (now.status === 'fanned_out' && isAllInSteps(now.fan))) return []
    const isBelow = now.status === 'waiting_child' || (now.status === 'fanned_out' && isAllBelow(now.fan))
    if (isBelow) return [{ kind: 'settling_below', step, endedBy: null }]
    return [{ kind: 'settling', step, endedBy: timer('settle') }]
  })
  if (settling.length > 0) return settling
  if (!hasItsLocks(state)) return [{ kind: 'awaiting_locks', endedBy: null }]
  const undo = idOf(isLimitedUndo)
  return undo === null ? [{ kind: 'undoing_again', endedBy: timer('retry') }] : [{ kind: 'undoing', endedBy: undo }]
}

/** The steps of the items wait for themselves. */
function isAllInSteps({ flight }: Fan): boolean {
  return flight.length > 0 && flight.every(({ status }) => status === 'in_step')
}

function isAllBelow({ flight }: Fan): boolean {
  return flight.every(({ status }) => status === 'waiting_child' || status === 'in_step')
}

function isLimitedUndo(effect: Effect): boolean {
  return effect.kind === 'attempt' && effect.undo && effect.timeoutMs !== undefined
}
