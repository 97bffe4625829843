import type { CommandOf, Refusal } from '../../command.ts'
import { leftToUndo } from '../../envelope/left-to-undo.ts'
import { stepState } from '../../state.ts'
import type { StepState } from '../../step-state.ts'
import type { Decision } from '../decision.ts'
import { refuse, refuseTransition } from '../refuse.ts'
import { isUnseen } from '../seen-at.ts'

/**
 * An operator repairs what a run has left in the world: compensations that have not succeeded run again, and steps whose
 * effects were undone by hand are resolved. The phase stays FAILED_UNSAFE while that works, and moves once.
 */
export function rollBackUnsafe(decision: Decision, command: CommandOf<'rollback'>): Refusal | null {
  const { nextState } = decision
  const { actor, reason, only, resolved = [] } = command
  const { outcome, phase } = nextState
  if (outcome === null || phase !== 'FAILED_UNSAFE') {
    return refuseTransition(decision, 'rollback', 'nothing is left to undo')
  }
  if (isUnseen(outcome.at, command)) {
    return refuseTransition(decision, 'rollback', 'it failed again after your request')
  }
  const left = leftToUndo(nextState).map(({ step }) => step)
  const unknown = [...(only ?? []), ...resolved.map(({ step }) => step)].find((step) => !left.includes(step))
  if (unknown !== undefined) {
    const message = `${unknown} has no effect that is left to undo. Left: ${left.join(', ')}.`
    return refuse('STEP_NOT_FOUND', message, {
      field: resolved.some(({ step }) => step === unknown) ? 'resolved' : 'only',
    })
  }
  if (resolved.length === 0 && nextState.undo.length === 0) {
    const message = `no compensation is left: name what was undone by hand in resolved (${left.join(', ')})`
    return refuseTransition(decision, 'rollback', message)
  }
  const why = {
    ...(outcome.error !== undefined && { error: outcome.error }),
    ...(reason !== undefined && { reason }),
    ...(only !== undefined && { only }),
  }
  decision.emit({
    type: 'workflow.run.rolling_back',
    payload: {
      status: 'ACTIVE',
      cause: outcome.error === undefined ? 'operator' : 'failure',
      actor,
      ...why,
      again: true,
    },
  })
  for (const { step, note } of resolved) {
    const { iteration } = stepState(nextState, step) as StepState
    decision.emit({ type: 'workflow.compensation.resolved', step, iteration, payload: { actor, note } })
  }
  return null
}
