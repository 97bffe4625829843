import type { UnknownStep } from '#core/definition/definition.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finalFailure } from '../failure/failure.ts'
import { recordStart, type Visit } from './visit.ts'

export function failUnknown(decision: Decision, step: UnknownStep, visit: Visit): void {
  recordStart(decision, step, visit)
  const message = `${step.name} is of type ${step.written_type}, which this version of Heddle does not know.`
  failStep(decision, step, finalFailure('STEP_TYPE_UNKNOWN', message))
}
