import type { CommandOf, Refusal } from '../../command.ts'
import type { OverrideAction } from '../../events/operator-event.ts'
import { stepState } from '../../state.ts'
import type { StepState } from '../../step-state.ts'
import { closeTask } from '../close-task.ts'
import type { Decision } from '../decision.ts'
import { endBody } from '../end-body.ts'
import { openRunAttempt } from '../open-run-attempt.ts'
import { refuse } from '../refuse.ts'
import { restartEnclosing } from '../restart-enclosing.ts'

/**
 * Records who overrides the step and why, and prepares the step: a failed run is opened again, up to this step; the
 * waits of the step are given up.
 */
export function override(
  decision: Decision,
  name: string,
  action: OverrideAction,
  { actor, reason, to }: Pick<CommandOf<'skip'>, 'actor' | 'reason'> & { readonly to?: string },
): Refusal | null {
  const { nextState, executable } = decision
  const iteration = stepState(nextState, name)?.iteration ?? 1
  const why = { actor, ...(reason !== undefined && { reason }) }
  const payload = { action, ...(to !== undefined && { to }), ...why }
  decision.emit({ type: 'workflow.node.overridden', step: name, iteration, payload })
  if (nextState.outcome === null) {
    endBody(decision, name)
    closeTask(decision, name, 'overridden')
    return null
  }
  openRunAttempt(decision, { actor, reason })
  const anew = executable.around(name).find((container) => {
    const { rounds, fan } = nextState.steps[container.name] as StepState
    return rounds === undefined && fan === undefined
  })
  if (anew !== undefined) {
    return refuse('INVALID_TRANSITION', `${name} is part of ${anew.name}, which was rolled back and starts again.`)
  }
  restartEnclosing(decision, name)
  return null
}

/** Skips the step as it stands: the run no longer waits for the step, whatever that would have done. */
export function leave(decision: Decision, name: string, reason: 'operator' | 'jump'): void {
  const iteration = (stepState(decision.nextState, name) as StepState | undefined)?.iteration ?? 1
  decision.emit({ type: 'workflow.node.skipped', step: name, iteration, payload: { reason } })
}
