import { isJsonObject } from '#core/json.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { advance } from '../advance.ts'
import type { Decision } from '../decision.ts'
import { refuse, refuseTransition } from '../refuse.ts'
import { isUnseen } from '../seen-at.ts'

/** Manual drive: merges `user_input` into `state`, then runs exactly one step, the first ready one in the order of the text. */
export function nextStep(decision: Decision, command: CommandOf<'next_step'>): Refusal | null {
  const { nextState } = decision
  const { actor, user_input, reason, seen_at } = command
  if (nextState.outcome !== null) return refuseTransition(decision, 'next_step')
  if (!decision.isManual) return refuse('NOT_MANUAL', 'Only runs with manual stepping can be stepped.')
  if (nextState.rollback !== null) return refuseTransition(decision, 'next_step', 'it is rolling back')
  if (nextState.hold !== null) return refuseTransition(decision, 'next_step', 'it is paused')
  if (nextState.steppedAt !== undefined && isUnseen(nextState.steppedAt, command)) {
    return refuseTransition(decision, 'next_step', 'it was stepped after your request; check where it is now')
  }
  if (user_input !== null && !isJsonObject(user_input)) {
    const message = 'user_input must be an object: it is merged into state.'
    return refuse('INVALID_INPUT', message, { field: 'user_input', errors: [{ path: '', message }] })
  }
  decision.emit({
    type: 'workflow.run.stepped',
    payload: {
      actor,
      user_input,
      ...(reason !== undefined && { reason }),
      ...(seen_at !== undefined && { seen_at }),
    },
  })
  decision.allowance = 1
  advance(decision)
  return decision.events.length > 1 ? null : refuseTransition(decision, 'next_step', 'no step is ready to start')
}
