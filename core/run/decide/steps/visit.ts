import type { Step } from '#core/definition/definition.ts'
import type { EventOf } from '../../event.ts'
import type { BackingOff } from '../../step-state.ts'
import type { Effects } from '../../words.ts'
import type { Decision } from '../decision.ts'

/** One attempt at one visit of a step. */
export interface Visit {
  readonly step: string
  readonly iteration: number
  readonly attempt: number
  /** The back-off state of the attempts before this one. */
  readonly again?: BackingOff
}

export function recordStart(
  decision: Decision,
  step: Step,
  visit: Visit,
  more: Omit<EventOf<'workflow.node.started'>['payload'], 'step_type'> = {},
): void {
  decision.emit({
    type: 'workflow.node.started',
    step: visit.step,
    iteration: visit.iteration,
    attempt: visit.attempt,
    payload: { step_type: step.type === 'UNKNOWN' ? step.written_type : step.type, ...more },
  })
}

/** The effects that a call of the step's function, or its child, may have on the world. */
export function effectsOf(decision: Decision, step: Step): { effects?: Effects } {
  if (step.effects === 'none') return {}
  const undoable = decision.nextState.header.saga && step.compensate_function !== undefined
  return { effects: undoable ? 'undoable' : 'final' }
}

/** The effects of an attempt that may be withdrawn before it begins. */
export function impactOf(decision: Decision, step: Step): { impact?: Effects } {
  const { effects } = effectsOf(decision, step)
  return effects === undefined ? {} : { impact: effects }
}

/**
 * The idempotency key of an external call: equal for all attempts of a visit or item, also after a retry of the run.
 */
export function idempotencyKey(
  decision: Decision,
  step: string,
  visit: number | `${number}/${number}`,
  direction: 'do' | 'undo' = 'do',
): string {
  return `${decision.nextState.header.run_id}/${step}/${visit}/${direction}`
}

/** Sets the time limit of a wait, where the step has one. */
export function setTimeoutTimer(decision: Decision, step: Step, { iteration, attempt }: Visit): void {
  if (step.timeout_seconds === undefined) return
  decision.emit({
    type: 'workflow.timer.set',
    step: step.name,
    iteration,
    payload: {
      timer_id: `timeout:${step.name}:${iteration}:${attempt}`,
      due_at: decision.now + Math.round(step.timeout_seconds * 1_000),
      purpose: 'timeout',
    },
  })
}
