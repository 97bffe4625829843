import type { Envelope } from '#core/definition/envelope.ts'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import type { Decision } from '../decision.ts'
import { changePhase } from './change-phase.ts'
import { endBeforeRunning } from './end-before-running.ts'
import { envelopeScope, tryCondition } from './scope.ts'

/** Validates the input once: by its schema, and by the checks of the envelope. Invalid input is recorded, with all reasons. */
export function validate(decision: Decision, envelope: Envelope): void {
  const reasons = reasonsOf(decision, envelope)
  if (reasons.length === 0) {
    changePhase(decision, { to: 'VALID', event: 'Validate', result: 'valid' })
    return
  }
  const message = `The input is invalid: ${reasons.join('; ')}`
  endBeforeRunning(decision, { event: 'Validate', result: 'invalid', reasons }, { code: 'INVALID_INPUT', message })
}

function reasonsOf({ executable, nextState, runFacts }: Decision, { validate = [] }: Envelope): readonly string[] {
  const { input_schema } = executable.definition
  const { input } = nextState.header
  const ofSchema = input_schema === undefined ? [] : validateJson(input_schema, input)
  const scope = envelopeScope(nextState, runFacts)
  return [
    ...ofSchema.map(({ path, message }) => `input${path === '' ? '' : `.${path}`}: ${message}`),
    ...validate.flatMap(({ check, message = check }) => {
      const result = tryCondition(executable, check, scope)
      if (!result.ok) return [`${message} (${result.error})`]
      return result.value ? [] : [message]
    }),
  ]
}
