import type { EnvelopeState } from '../envelope/envelope-state.ts'
import type { ConditionResult, PhaseChange } from '../events/envelope-event.ts'
import { queuedSignals } from '../signals.ts'
import type { ChildState } from '../state.ts'
import type { Appliers } from './appliers.ts'
import { applyChanges } from './data.ts'
import type { MutableState } from './mutable-state.ts'

/** Events of the transaction envelope. The phase of a run with an envelope is that of its last change. */
export const envelopeAppliers = {
  'workflow.phase.changed': (nextState, event) => {
    const { payload, seq, at } = event
    nextState.phase = payload.to
    if (payload.data !== undefined) applyChanges(nextState, '', [[['discovered'], payload.data]])
    nextState.envelope = { ...withoutWaits(stateOf(nextState), payload), ...changed(payload, seq), since: at }
    if (payload.conditions !== undefined) {
      if (payload.result === 'true') takeSignals(nextState, payload.conditions)
      noteConditions(nextState, payload.conditions)
    }
    if (payload.check_at !== undefined) setCheck(nextState, seq, payload.check_at)
  },
  'workflow.conditions.due': (nextState, event) => {
    nextState.envelope = { ...stateOf(nextState), due: event.seq }
  },
  'workflow.conditions.checked': (nextState, event) => {
    const { conditions, check_at } = event.payload
    const { due: _, ...envelope } = withoutTimers(stateOf(nextState), ['conditions'])
    nextState.envelope = envelope
    noteConditions(nextState, conditions)
    if (check_at !== undefined) setCheck(nextState, event.seq, check_at)
  },
  'workflow.locks.released': (nextState, event) => {
    nextState.envelope = { ...stateOf(nextState), released: true, request: event.seq }
  },
  'workflow.locks.reacquired': (nextState, event) => {
    const { released: _, request: _request, retryNote: _note, blockedBy: _by, ...envelope } = stateOf(nextState)
    nextState.envelope = { ...envelope, tokens: event.payload.tokens }
  },
  'workflow.locks.lost': (nextState, event) => {
    const { tokens = {}, ...envelope } = stateOf(nextState)
    const { [event.payload.resource]: _, ...left } = tokens
    nextState.envelope = { ...envelope, tokens: left }
  },
  'workflow.compensation.resolved': (nextState, event) => {
    const { step } = event
    const envelope = stateOf(nextState)
    const { [step]: _, ...touched } = envelope.touched
    nextState.envelope = { ...envelope, touched }
    nextState.undo = nextState.undo.filter((undo) => undo.step !== step)
    for (const [childRunId, child] of Object.entries(nextState.children)) {
      if (child.step === step) nextState.children[childRunId] = withoutEffects(child)
    }
    const { rollback } = nextState
    if (rollback?.abandoned === undefined) return
    nextState.rollback = { ...rollback, abandoned: rollback.abandoned.filter((each) => each.step !== step) }
  },
} satisfies Partial<Appliers>

/** A child whose effects a person has answered for. */
function withoutEffects({ effects: _, ...child }: ChildState): ChildState {
  return child
}

export const noEnvelope: EnvelopeState = { since: 0, timers: {}, touched: {} }

/** The envelope of the run; a run that was ended before an engine owned it has none yet. */
function stateOf(nextState: MutableState): EnvelopeState {
  return nextState.envelope ?? noEnvelope
}

/** What each change of phase adds. */
function changed(change: PhaseChange, seq: number): Partial<EnvelopeState> {
  const { to, resources, shared, tokens, retry_note, blocked_by, position } = change
  return {
    ...(to === 'VALID' && { due: seq }),
    ...(to === 'RESOURCE_DISCOVERY' && { discovering: change.with === undefined ? {} : { with: change.with } }),
    ...(resources !== undefined && { resources }),
    ...(shared !== undefined && { shared }),
    ...(change.from === 'RESOURCES_DISCOVERED' && { request: seq }),
    ...(retry_note !== undefined && { retryNote: retry_note }),
    ...(blocked_by !== undefined && { blockedBy: blocked_by }),
    ...(position !== undefined && { position }),
    ...(tokens !== undefined && { tokens }),
  }
}

/** Ends the waits of the phases that are left behind, with their timers. */
function withoutWaits(envelope: EnvelopeState, { from, to }: PhaseChange): EnvelopeState {
  const leavesRollback = from === 'ROLLBACK' || (from === 'ERROR' && to !== 'ROLLBACK') || from === 'FAILED_UNSAFE'
  if (leavesRollback) return withoutTimers(envelope, ['rollback_timeout'])
  if (from === 'VALID' || from === 'BLOCKED_WAITING') {
    const { due: _, ...others } = withoutTimers(envelope, ['conditions'])
    return to === 'BLOCKED_WAITING' ? others : withoutTimers(others, ['conditions_timeout'])
  }
  if (from === 'RESOURCE_DISCOVERY') {
    const { discovering: _, ...others } = withoutTimers(envelope, ['discovery_timeout'])
    return others
  }
  const isQueueing = from === 'SCHEDULED' || from === 'LOCKING'
  const leavesQueue = isQueueing && to !== 'SCHEDULED' && to !== 'LOCKING'
  if (!leavesQueue) return envelope
  const {
    request: _r,
    retryNote: _n,
    blockedBy: _b,
    position: _p,
    ...others
  } = withoutTimers(envelope, ['lock_timeout'])
  return others
}

function withoutTimers(envelope: EnvelopeState, purposes: readonly string[]): EnvelopeState {
  const timers = Object.entries(envelope.timers).filter(([purpose]) => !purposes.includes(purpose))
  return { ...envelope, timers: Object.fromEntries(timers) }
}

function setCheck(nextState: MutableState, seq: number, dueAt: number): void {
  const envelope = stateOf(nextState)
  const conditions = { timerId: `conditions:${seq}`, dueAt }
  nextState.envelope = { ...envelope, timers: { ...envelope.timers, conditions } }
}

/** Without results, the conditions are as they were before. */
function noteConditions(nextState: MutableState, checked: readonly ConditionResult[] | undefined): void {
  const { equalErrors = 0, conditions: before = [], ...envelope } = stateOf(nextState)
  const conditions = checked ?? before
  const errors = errorsOf(conditions)
  const count = errors === '' ? 0 : errors === errorsOf(before) ? equalErrors + 1 : 1
  nextState.envelope = { ...envelope, conditions, ...(count > 0 && { equalErrors: count }) }
}

/** The errors of all conditions as one text; empty when there are none. */
function errorsOf(conditions: readonly ConditionResult[]): string {
  return conditions.flatMap(({ name, error }) => (error === undefined ? [] : [`${name}: ${error}`])).join('\n')
}

/** A signal for which a condition waited is used up when the conditions are true. */
function takeSignals(nextState: MutableState, conditions: readonly ConditionResult[]): void {
  for (const { signal } of conditions) {
    if (signal === undefined) continue
    const [_, ...left] = queuedSignals(nextState, signal)
    const { [signal]: _taken, ...others } = nextState.signals
    nextState.signals = left.length === 0 ? others : { ...others, [signal]: left }
  }
}
