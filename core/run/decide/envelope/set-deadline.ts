import { envelopeDeadlines } from '../../evolve/envelope-timers.ts'
import type { Decision } from '../decision.ts'

export type Deadline = (typeof envelopeDeadlines)[number]

/** Sets the deadline of a stage, if it has one. */
export function setDeadline(decision: Decision, purpose: Deadline, seconds: number | undefined): void {
  if (seconds !== undefined) setIn(decision, purpose, Math.round(seconds * 1_000))
}

function setIn(decision: Decision, purpose: Deadline, leftMs: number): void {
  const timer_id = `${purpose}:${decision.nextState.seq + 1}`
  decision.emit({ type: 'workflow.timer.set', payload: { timer_id, due_at: decision.now + leftMs, purpose } })
}

/** Deadlines of the envelope stand still while the run is held. */
export function keepDeadlines(decision: Decision): void {
  const { envelope, hold } = decision.nextState
  if (envelope === undefined) return
  for (const purpose of envelopeDeadlines) {
    const timer = envelope.timers[purpose]
    if (timer === undefined) continue
    if (hold !== null && 'timerId' in timer) {
      decision.emit({ type: 'workflow.timer.cancelled', payload: { timer_id: timer.timerId } })
    } else if (hold === null && 'leftMs' in timer) setIn(decision, purpose, timer.leftMs)
  }
}
