import type { DecisionStep, Step } from '#core/definition/definition.ts'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { stepState } from '../../state.ts'
import { isOpen } from '../../step-state.ts'
import type { Decision } from '../decision.ts'
import { finishStep } from '../finish-step.ts'
import { findStep } from '../override/find-step.ts'
import { override } from '../override/override.ts'
import { requireEntitlement } from '../override/require-entitlement.ts'
import { refuse } from '../refuse.ts'
import { assignedResult } from '../steps/assigned-result.ts'
import { misfits } from '../steps/signal.ts'
import { recordStart } from '../steps/visit.ts'

/** An operator completes a step with an output of their own, and the run goes on from there. */
export function markDone(decision: Decision, command: CommandOf<'mark_done'>): Refusal | null {
  const name = findStep(decision, 'mark_done', 'step', { ...command, name: command.step })
  if (typeof name !== 'string') return name
  const { nextState, executable } = decision
  const { output } = command
  const step = executable.step(name)
  const errors = misfitsOf(decision, step, output)
  const [first] = errors
  if (first !== undefined)
    return refuseOutput(`${inOutput(first.path)}: ${first.message}`, inOutput(first.path), errors)
  const refusal = override(decision, name, 'complete', command)
  if (refusal !== null) return refusal
  const given = assignedResult(step, output, nextState.data)
  if (!given.ok) return refuseOutput(`output: ${given.failure.error.message}`)
  const state = stepState(nextState, name)
  if (!isOpen(state)) {
    const { iteration = 1, attempt = 0 } = state ?? {}
    recordStart(decision, step, { step: name, iteration, attempt: attempt + 1 })
  }
  // The operator counts as the person who decided, so that a later step may exclude them.
  const decidedBy = step.type === 'HUMAN' ? { decidedBy: [command.actor.id] } : {}
  finishStep(decision, step, { output, ...given.finish, ...decidedBy })
  return requireEntitlement(decision, { step: name }, command)
}

interface Misfit {
  readonly path: string
  readonly message: string
}

/** Reasons why the step could not have given this output. */
function misfitsOf({ nextState }: Decision, step: Step, output: Json): readonly Misfit[] {
  const state = stepState(nextState, step.name)
  const form = state?.status === 'waiting_person' ? state.task.form : step.type === 'HUMAN' ? step.form : undefined
  if (form !== undefined) return validateJson(form, output)
  if (step.type === 'SIGNAL') return misfits(step, output)
  if (step.type !== 'DECISION' || isTarget(step, output)) return []
  const targets = step.routes.map(({ target }) => target).join(', ')
  return [{ path: 'target', message: `${step.name} chooses the next step: use one of ${targets}` }]
}

function isTarget({ routes }: DecisionStep, output: Json): boolean {
  return isJsonObject(output) && routes.some(({ target }) => target === output.target)
}

function inOutput(path: string): string {
  return path === '' ? 'output' : `output.${path}`
}

function refuseOutput(message: string, field = 'output', errors: readonly Misfit[] = [{ path: '', message }]): Refusal {
  return refuse('INVALID_INPUT', message, { field, errors })
}
