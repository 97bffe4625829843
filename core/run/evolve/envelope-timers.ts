import type { EnvelopeDeadline, EnvelopeState } from '../envelope/envelope-state.ts'
import type { EnvelopeTimer, TimerPurpose } from '../words.ts'
import type { MutableState } from './mutable-state.ts'

/** Deadlines of the stages of an envelope: they stand still while the run is held. */
export const envelopeDeadlines = [
  'conditions_timeout',
  'discovery_timeout',
  'lock_timeout',
  'rollback_timeout',
] as const satisfies readonly EnvelopeTimer[]

type RunningDeadline = Extract<EnvelopeDeadline, { readonly dueAt: number }>

export function isEnvelopeTimer(purpose: TimerPurpose): purpose is EnvelopeTimer {
  return purpose === 'conditions' || (envelopeDeadlines as readonly string[]).includes(purpose)
}

export function setEnvelopeTimer(nextState: MutableState, purpose: EnvelopeTimer, deadline: EnvelopeDeadline): void {
  const envelope = nextState.envelope as EnvelopeState
  nextState.envelope = { ...envelope, timers: { ...envelope.timers, [purpose]: deadline } }
}

/** The purpose of a running timer of the envelope. */
export function envelopeTimerOf(envelope: EnvelopeState | undefined, timerId: string): EnvelopeTimer | undefined {
  const found = Object.entries(envelope?.timers ?? {}).find(
    ([, timer]) => 'timerId' in timer && timer.timerId === timerId,
  )
  return found?.[0] as EnvelopeTimer | undefined
}

/** Removes a fired timer; the next evaluation of the conditions is due then. False for a timer of something else. */
export function fireEnvelopeTimer(nextState: MutableState, timerId: string, seq: number): boolean {
  const purpose = envelopeTimerOf(nextState.envelope, timerId)
  if (purpose === undefined) return false
  const envelope = nextState.envelope as EnvelopeState
  const { [purpose]: _, ...timers } = envelope.timers
  nextState.envelope = { ...envelope, timers, ...(purpose === 'conditions' && { due: seq }) }
  return true
}

/** Stops a deadline with what is left of it. False for a timer of something else. */
export function stopEnvelopeTimer(nextState: MutableState, timerId: string, at: number): boolean {
  const purpose = envelopeTimerOf(nextState.envelope, timerId)
  if (purpose === undefined) return false
  const { dueAt } = (nextState.envelope as EnvelopeState).timers[purpose] as RunningDeadline
  setEnvelopeTimer(nextState, purpose, { leftMs: Math.max(0, dueAt - at) })
  return true
}
