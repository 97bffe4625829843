import type { OpenStep } from '../../step-state.ts'
import type { ActorRef, RunError } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { setDeadline } from '../envelope/set-deadline.ts'
import { recordError } from '../envelope/verdict.ts'
import { stopStep } from './stop-step.ts'

export interface RollbackReason {
  readonly cause: 'operator' | 'parent' | 'failure'
  readonly error?: RunError
  readonly reason?: string
  readonly actor?: ActorRef
}

/**
 * Starts the rollback of a saga. Waits for people and time end at once, and so do recorded attempts and children that
 * have not begun. Attempts in flight and live children settle first, within a bound (settle.ts), because their effects
 * must be known before they are undone (roll-back.ts goes on from there).
 */
export function startRollback(decision: Decision, reason: RollbackReason): void {
  const { nextState } = decision
  recordError(decision, reason.error)
  decision.emit({ type: 'workflow.run.rolling_back', payload: { status: decision.statusBefore, ...reason } })
  setDeadline(decision, 'rollback_timeout', decision.executable.definition.envelope?.rollback_timeout_seconds)
  for (const name of [...nextState.open]) {
    const step = nextState.steps[name] as OpenStep
    if (step.status === 'fanned_out' || step.status === 'looping') continue
    stopStep(decision, name)
  }
}
