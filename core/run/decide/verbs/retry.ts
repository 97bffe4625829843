import { validateJson } from '#core/definition/schema/json-schema.ts'
import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { stepState } from '../../state.ts'
import type { StepState } from '../../step-state.ts'
import { isRetryable } from '../../views/status.ts'
import type { Decision } from '../decision.ts'
import { openRunAttempt } from '../open-run-attempt.ts'
import { refuse, refuseTransition } from '../refuse.ts'
import { isUnseen } from '../seen-at.ts'
import { whyClosed } from './acknowledge.ts'

/**
 * Opens the next attempt of a failed run. Failed, interrupted and failure-skipped steps run again, with the same
 * idempotency key; other results are reused. With `from_step`, that step and all steps downstream run again too,
 * completed ones as their next iteration, and their results leave `state`. An `input` replaces the run's input; reused
 * results were made with the old one.
 */
export function retry(decision: Decision, command: CommandOf<'retry'>): Refusal | null {
  const { nextState, executable } = decision
  const { actor, from_step, input, reason } = command
  if (nextState.outcome === null || !isRetryable(nextState.outcome.status)) return refuseTransition(decision, 'retry')
  if (nextState.acknowledged) return refuseTransition(decision, 'retry', whyClosed(nextState))
  if (isUnseen(nextState.outcome.at, command)) {
    return refuseTransition(decision, 'retry', 'it failed again after your request')
  }
  const names = executable.steps.map((step) => step.name).filter((name) => executable.containerOf(name) === undefined)
  if (from_step !== undefined && !names.includes(from_step)) {
    const [outer] = executable.has(from_step) ? executable.around(from_step) : []
    const why = outer === undefined ? '' : ` to continue from; it is part of ${outer.name}: use that step`
    return refuse('STEP_NOT_FOUND', `There is no step ${from_step}${why}.`, { field: 'from_step' })
  }
  if (from_step !== undefined && !hasRun(stepState(nextState, from_step))) {
    return refuseTransition(decision, 'retry', `it never reached ${from_step}`)
  }
  const refusal = input === undefined ? null : refuseInput(executable.definition.input_schema, input)
  if (refusal !== null) return refusal
  openRunAttempt(decision, { actor, from_step, input, reason })
  return null
}

function refuseInput(schema: JsonSchema | undefined, input: Json): Refusal | null {
  const noObject = [{ path: '', message: 'it must be an object' }]
  const errors = isJsonObject(input) ? (schema === undefined ? [] : validateJson(schema, input)) : noObject
  const [first] = errors
  if (first === undefined) return null
  const field = first.path === '' ? 'input' : `input.${first.path}`
  return refuse('INVALID_INPUT', `${field}: ${first.message}`, { field, errors })
}

function hasRun(state: StepState | undefined): boolean {
  return state !== undefined && (state.status === 'completed' || state.attempt > 0)
}
