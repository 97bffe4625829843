import type { CommandOf, Refusal } from '../../command.ts'
import { envelopeTimerOf } from '../../evolve/envelope-timers.ts'
import { acknowledgementOwed } from '../../plan/envelope.ts'
import type { FannedOut, OpenStep, WaitingForPerson } from '../../step-state.ts'
import type { Decision } from '../decision.ts'
import { endFailed } from '../end-run.ts'
import { recordAcknowledgement } from '../envelope/acknowledge.ts'
import { fireEnvelope } from '../envelope/fire-deadline.ts'
import { failStep } from '../failure/fail-step.ts'
import { finishStep } from '../finish-step.ts'
import { ringAlarm } from '../human/set-alarm.ts'
import { stale } from '../refuse.ts'
import { startCompensation } from '../rollback/roll-back.ts'
import { giveUpSettling } from '../settle.ts'

/** A due timer has fired. A timer that is no longer awaited is stale, because delivery may repeat. */
export function timerFired(decision: Decision, { timer_id: timerId }: CommandOf<'timer_fired'>): Refusal | null {
  const { nextState } = decision
  const ofEnvelope = envelopeTimerOf(nextState.envelope, timerId)
  if (ofEnvelope !== undefined) {
    fireEnvelope(decision, ofEnvelope, timerId)
    return null
  }
  if (acknowledgementOwed(decision.executable, nextState)?.id === timerId) {
    recordAcknowledgement(decision, { id: 'engine' })
    return null
  }
  if (nextState.clock?.running && nextState.clock.timerId === timerId) {
    endByTimeout(decision, timerId)
    return null
  }
  if (nextState.rollback?.settle?.timerId === timerId) {
    decision.emit({ type: 'workflow.timer.fired', payload: { timer_id: timerId } })
    giveUpSettling(decision)
    return null
  }
  const current = nextState.rollback?.current
  if (current?.retry?.timerId === timerId) {
    const { step, iteration, attempt } = current
    decision.emit({ type: 'workflow.timer.fired', step, iteration, payload: { timer_id: timerId } })
    startCompensation(decision, current, attempt + 1)
    return null
  }
  for (const name of nextState.open) {
    const state = nextState.steps[name] as OpenStep
    const ofRetry = state.status === 'backing_off' && state.timerId === timerId
    const ofWait = state.status === 'waiting_time' && state.timerId === timerId
    if (state.status === 'fanned_out' && fireOfItem(decision, name, state, timerId)) return null
    const ofTurn = state.status === 'looping' && state.resting?.timerId === timerId
    const ofTimeout = 'timeout' in state && state.timeout?.timerId === timerId
    const alarm = state.status === 'waiting_person' && state.alarm?.timerId === timerId ? state.alarm : undefined
    if (!ofRetry && !ofWait && !ofTurn && !ofTimeout && alarm === undefined) continue
    const { iteration } = state
    decision.emit({ type: 'workflow.timer.fired', step: name, iteration, payload: { timer_id: timerId } })
    // A retry starts in `advance`, which a hold keeps back.
    if (ofWait) finishStep(decision, decision.executable.step(name), { output: null })
    if (ofTimeout) failByTimeout(decision, name, state)
    if (alarm !== undefined) ringAlarm(decision, name, state as WaitingForPerson, alarm.purpose)
    return null
  }
  return stale(`The run does not wait for the timer ${timerId}.`)
}

/** An item is tried again in `advance`, which a hold keeps back. */
function fireOfItem(decision: Decision, step: string, { iteration, fan }: FannedOut, timerId: string): boolean {
  const flying = fan.flight.find((each) => each.status === 'backing_off' && each.timerId === timerId)
  if (flying === undefined) return false
  const { item } = flying
  decision.emit({ type: 'workflow.timer.fired', step, iteration, item, payload: { timer_id: timerId } })
  return true
}

function failByTimeout(decision: Decision, name: string, state: OpenStep): void {
  const step = decision.executable.step(name)
  const waitedFor = state.status === 'waiting_person' ? 'No decision' : 'Not completed'
  const message = `${waitedFor} within ${step.timeout_seconds} s.`
  failStep(decision, step, { error: { code: 'TIMEOUT', message }, retryable: true })
}

function endByTimeout(decision: Decision, timerId: string): void {
  decision.emit({ type: 'workflow.timer.fired', payload: { timer_id: timerId } })
  const { timeout_seconds: ofWorkflow, envelope } = decision.executable.definition
  const timeout_seconds = envelope?.run_timeout_seconds ?? ofWorkflow
  endFailed(decision, { code: 'RUN_TIMEOUT', message: `The run did not end within ${timeout_seconds} s.` })
}
