import type { OpenStep } from '../../step-state.ts'
import type { ActorRef, RunError } from '../../words.ts'
import { closeTask } from '../close-task.ts'
import type { Decision } from '../decision.ts'
import { endUnstartedChild } from './unstarted-children.ts'

/** Withdraws an attempt or a child that has not begun and never will. */
export function withdraw(decision: Decision, step: string): void {
  const { iteration } = decision.nextState.steps[step] as OpenStep
  const payload = { reason: 'run_ended', withdrawn: true } as const
  decision.emit({ type: 'workflow.node.skipped', step, iteration, payload })
}

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
  decision.emit({ type: 'workflow.run.rolling_back', payload: { status: decision.statusBefore, ...reason } })
  for (const name of [...nextState.open]) {
    const step = nextState.steps[name] as OpenStep
    if (step.status === 'fanned_out' || step.status === 'looping') continue
    if (step.status === 'running') {
      if (!decision.hasBegun({ step: name, iteration: step.iteration, attempt: step.attempt })) withdraw(decision, name)
      continue
    }
    if (step.status === 'waiting_child' && !nextState.children[step.childRunId]?.abandon) {
      if (!decision.isUnstarted(step.childRunId)) continue
      endUnstartedChild(decision, step.childRunId)
      withdraw(decision, name)
      continue
    }
    closeTask(decision, name, 'run_ended')
    const { iteration } = step
    decision.emit({ type: 'workflow.node.skipped', step: name, iteration, payload: { reason: 'run_ended' } })
  }
}
