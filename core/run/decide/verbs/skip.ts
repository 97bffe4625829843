import type { CommandOf, Refusal } from '../../command.ts'
import { defaultRoute } from '../../edges.ts'
import type { Decision } from '../decision.ts'
import { follow } from '../follow.ts'
import { findStep } from '../override/find-step.ts'
import { leave, override } from '../override/override.ts'
import { requireEntitlement } from '../override/require-entitlement.ts'
import { refuse } from '../refuse.ts'

/** Skips a step as its own `when` would; the run goes on behind the step. */
export function skip(decision: Decision, command: CommandOf<'skip'>): Refusal | null {
  const name = findStep(decision, 'skip', 'step', { ...command, name: command.step })
  if (typeof name !== 'string') return name
  const { executable } = decision
  if (executable.step(name).type === 'DECISION' && defaultRoute(executable, name) === undefined) {
    const message = `${name} cannot be skipped: it has no default route. Mark it done with a target instead.`
    return refuse('INVALID_TRANSITION', message, { verb: 'skip', field: 'step' })
  }
  const refusal = override(decision, name, 'skip', command)
  if (refusal !== null) return refusal
  leave(decision, name, 'operator')
  follow(decision, name)
  return requireEntitlement(decision, { step: name }, command)
}
