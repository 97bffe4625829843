import type { CommandOf, Refusal } from '../../command.ts'
import { jumpKind } from '../../reach.ts'
import type { Decision } from '../decision.ts'
import { follow } from '../follow.ts'
import { findStep } from '../override/find-step.ts'
import { leave, override } from '../override/override.ts'
import { requireEntitlement } from '../override/require-entitlement.ts'
import { refuse } from '../refuse.ts'
import { enterDirectly, reopen } from '../reopen.ts'

/**
 * An operator's jump acts like a jump directive of the step. Upstream, the steps in between run again; downstream, they
 * are passed over.
 */
export function jump(decision: Decision, command: CommandOf<'jump'>): Refusal | null {
  const { nextState, executable } = decision
  const { to_step: to } = command
  const name = findStep(decision, 'jump', 'from_step', { ...command, name: command.from_step })
  if (typeof name !== 'string') return name
  const kind = jumpKind(executable, nextState, name, to)
  if (kind === 'unknown') return refuse('STEP_NOT_FOUND', `There is no step ${to} to jump to.`, { field: 'to_step' })
  if (kind === 'sideways') {
    const message = `The run cannot jump from ${name} to ${to}: it is neither before nor after that step.`
    return refuse('INVALID_TRANSITION', message, { verb: 'jump', field: 'to_step' })
  }
  if (executable.step(name).type === 'FIRE_AND_FORGET') {
    const message = `The run does not wait for ${name}, so it cannot jump from there.`
    return refuse('INVALID_TRANSITION', message, { verb: 'jump', field: 'from_step' })
  }
  const refusal = override(decision, name, 'jump', { ...command, to })
  if (refusal !== null) return refusal
  leave(decision, name, 'jump')
  if (kind === 'back') reopen(decision, name, [to], 'jump')
  else follow(decision, name)
  if (kind === 'forward') enterDirectly(decision, name, to)
  return requireEntitlement(decision, { step: name, ...(kind !== 'back' && { to }) }, command)
}
