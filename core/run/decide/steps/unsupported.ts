import type { Step, UnknownStep } from '#core/definition/definition.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../fail-step.ts'
import { finalFailure } from '../failure.ts'
import { recordStart, type Visit } from './visit.ts'

export function failUnsupported(decision: Decision, step: Step, visit: Visit): void {
  recordStart(decision, step, visit)
  const message = `This version of Heddle does not execute ${step.type} steps.`
  failStep(decision, step, finalFailure('STEP_TYPE_NOT_SUPPORTED', message))
}

export function failUnknown(decision: Decision, step: UnknownStep, visit: Visit): void {
  recordStart(decision, step, visit)
  const message = `${step.name} is of type ${step.written_type}, which this version of Heddle does not know.`
  failStep(decision, step, finalFailure('STEP_TYPE_UNKNOWN', message))
}
