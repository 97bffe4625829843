import type { PhaseChange } from '../../events/envelope-event.ts'
import type { RunError } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { closeRun, outcomeFacts } from '../end-run.ts'
import { changePhase } from './change-phase.ts'
import { phaseBeforeRunning } from './verdict.ts'

type Change = Pick<PhaseChange, 'event' | 'result' | 'reasons' | 'conditions' | 'retry_note' | 'blocked_by'>

/**
 * Ends a run before its steps: nothing has happened in the world, unless an earlier attempt of the run has left effects.
 * The status is FAILED, whatever `fail_fast` says, as nothing was under way.
 */
export function endBeforeRunning(decision: Decision, change: Change, error: RunError): void {
  changePhase(decision, { to: phaseBeforeRunning(decision), ...change, error })
  closeRun(decision, {
    type: 'workflow.run.failed',
    payload: { status: 'FAILED', error, ...outcomeFacts(decision) },
  })
}

/** Cancels a run before its steps, as other runs have all slots of its concurrency key: this is no failure. */
export function skipRun(decision: Decision, change: Change, error: RunError): void {
  changePhase(decision, { to: phaseBeforeRunning(decision), ...change, error })
  closeRun(decision, {
    type: 'workflow.run.cancelled',
    payload: {
      status: 'CANCELLED',
      cause: 'operator',
      actor: { id: 'engine' },
      reason: error.message,
      error,
      ...outcomeFacts(decision),
    },
  })
}
