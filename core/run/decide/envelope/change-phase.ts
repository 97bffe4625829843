import type { PhaseChange } from '../../events/envelope-event.ts'
import type { Decision } from '../decision.ts'

/** Records a change of the phase of a run with an envelope. */
export function changePhase(decision: Decision, change: Omit<PhaseChange, 'from'>): void {
  decision.emit({ type: 'workflow.phase.changed', payload: { from: decision.nextState.phase, ...change } })
}
