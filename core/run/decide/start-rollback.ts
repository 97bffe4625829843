import type { ActorRef, RunError } from '../event.ts'
import type { OpenStep } from '../state.ts'
import { closeTask } from './close-task.ts'
import type { Decision } from './decision.ts'

export interface RollbackReason {
  readonly cause: 'operator' | 'parent' | 'failure'
  readonly error?: RunError
  readonly reason?: string
  readonly actor?: ActorRef
}

/**
 * A saga turns round. Waits for people and time end at once; attempts in flight
 * and live children settle first: what they did must be known before it is
 * undone (roll-back.ts goes on from there).
 */
export function startRollback(decision: Decision, reason: RollbackReason): void {
  const { draft } = decision
  decision.emit({ type: 'workflow.run.rolling_back', payload: { status: decision.statusBefore, ...reason } })
  for (const name of [...draft.open]) {
    const step = draft.steps[name] as OpenStep
    if (step.status === 'running' || step.status === 'fanned_out' || step.status === 'looping') continue
    if (step.status === 'waiting_child' && !draft.children[step.childRunId]?.abandon) continue
    closeTask(decision, name, 'run_ended')
    const { iteration } = step
    decision.emit({ type: 'workflow.node.skipped', step: name, iteration, payload: { reason: 'run_ended' } })
  }
}
