import type { OpenStep, StepTimeout } from '../step-state.ts'
import { isWaiting, statusOf } from '../views/status.ts'
import type { Decision } from './decision.ts'

/**
 * Suspends deadlines that would punish people for a wait. A hold suspends every durable deadline that fails something:
 * the time limit of the run, and that of each wait. A wait for people suspends only the time limit of the run, unless
 * the definition counts such waits. Timers that fail nothing go on: WAIT steps, back-offs, reminders, escalations.
 */
export function keepClocks(decision: Decision): void {
  const { nextState } = decision
  const isHeld = nextState.hold !== null
  keepRunClock(decision, isHeld)
  for (const name of nextState.open) keepStepClock(decision, name, isHeld)
}

function keepRunClock(decision: Decision, isHeld: boolean): void {
  const { nextState, executable } = decision
  const { clock } = nextState
  if (clock === null) return
  const stands = isHeld || (isWaiting(statusOf(nextState)) && !executable.definition.timeout_includes_waits)
  if (clock.running && stands) {
    decision.emit({ type: 'workflow.timer.cancelled', payload: { timer_id: clock.timerId } })
  } else if (!clock.running && !stands) {
    setRunTimer(decision, clock.leftMs)
  }
}

function keepStepClock(decision: Decision, step: string, isHeld: boolean): void {
  const state: OpenStep & { readonly timeout?: StepTimeout; readonly timeoutLeftMs?: number } = decision.nextState
    .steps[step] as OpenStep
  const { iteration, attempt, timeout, timeoutLeftMs } = state
  if (isHeld && timeout !== undefined) {
    decision.emit({ type: 'workflow.timer.cancelled', step, iteration, payload: { timer_id: timeout.timerId } })
  } else if (!isHeld && timeoutLeftMs !== undefined) {
    const timer_id = `timeout:${step}:${iteration}:${attempt}:${decision.nextState.seq + 1}`
    const payload = { timer_id, due_at: decision.now + timeoutLeftMs, purpose: 'timeout' as const }
    decision.emit({ type: 'workflow.timer.set', step, iteration, payload })
  }
}

/** Sets the timer for the rest of the run's timeout. */
export function setRunTimer(decision: Decision, leftMs: number): void {
  const timerId = `run_timeout:${decision.nextState.seq + 1}`
  decision.emit({
    type: 'workflow.timer.set',
    payload: { timer_id: timerId, due_at: decision.now + leftMs, purpose: 'run_timeout' },
  })
}
