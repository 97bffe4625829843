import { type Slot, slotAmong } from '#core/definition/concurrency.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunState } from '../state.ts'
import type { OpenStep } from '../step-state.ts'
import type { EnvelopeState } from './envelope-state.ts'

/** What the rows of the lock manager have to say about a run. */
export interface LocksOf {
  /** The open request of the run; null where it waits for no lock. */
  readonly request: LockRequest | null
  /** Whether the run keeps its locks, and how. */
  readonly holds: 'none' | 'held' | 'quarantined'
  /** Resources that the conditions of a waiting run read. */
  readonly watches: readonly string[]
}

export interface LockRequest {
  /** Number of the event that requested the locks. */
  readonly request: number
  /** Sorted, each once. */
  readonly resources: readonly string[]
  /** Those of the resources that are locked shared. */
  readonly shared: readonly string[]
  /** The one of the shared resources that only so many runs may hold. */
  readonly slot?: Slot
}

const nothing: LocksOf = { request: null, holds: 'none', watches: [] }

/** The locks that a run requests and holds in this state; the difference of two states becomes rows of the same commit. */
export function locksOf(executable: ExecutableDefinition, state: RunState): LocksOf {
  const { envelope } = state
  if (envelope === undefined) return nothing
  return {
    request: requestOf(executable, state, envelope),
    holds: holdsOf(executable, state),
    watches: watchesOf(state),
  }
}

function requestOf({ definition }: ExecutableDefinition, state: RunState, envelope: EnvelopeState): LockRequest | null {
  const { request, resources = [], shared = [] } = envelope
  if (state.outcome !== null || request === undefined || resources.length === 0) return null
  if (state.phase !== 'SCHEDULED' && !isReacquiring(state)) return null
  const slot = slotAmong(definition.concurrency, resources)
  return { request, resources, shared, ...(slot !== null && { slot }) }
}

function holdsOf({ definition }: ExecutableDefinition, { envelope, outcome, phase }: RunState): LocksOf['holds'] {
  if (envelope?.tokens === undefined || envelope.released) return 'none'
  if (outcome === null) return 'held'
  const { envelope: own } = definition
  const keeps = own !== undefined && (own.locks?.on_unsafe ?? 'hold_until_ack') === 'hold_until_ack'
  return phase === 'FAILED_UNSAFE' && keeps ? 'quarantined' : 'none'
}

function watchesOf({ envelope, phase, outcome }: RunState): readonly string[] {
  if (phase !== 'BLOCKED_WAITING' || outcome !== null) return []
  return [...new Set(envelope?.conditions?.flatMap(({ resources = [] }) => resources))].sort()
}

/** Whether the run has given its locks back and takes them again: the answer for which it waited is there. */
export function isReacquiring(state: RunState): boolean {
  return state.envelope?.released === true && state.outcome === null && !waitsForPeopleOnly(state)
}

/** Whether each open step waits for a person or a signal: the run does nothing for which it needs its locks. */
export function waitsForPeopleOnly({ open, steps, hold, rollback }: RunState): boolean {
  if (rollback !== null || open.length === 0 || hold !== null) return false
  let asks = false
  for (const name of open) {
    const step = steps[name] as OpenStep
    if (step.status === 'waiting_person' || step.status === 'waiting_signal') asks = true
    else if (step.status === 'fanned_out') {
      if (!step.fan.flight.every(({ status }) => status === 'in_step' || status === 'waiting_person')) return false
      asks ||= step.fan.flight.some(({ status }) => status === 'waiting_person')
    } else if (step.status !== 'looping' || step.resting !== undefined) return false
  }
  return asks
}

/** Whether the run may go on: it is not without the locks that it has given back. */
export function hasItsLocks({ envelope }: Pick<RunState, 'envelope'>): boolean {
  return envelope?.released === undefined
}
