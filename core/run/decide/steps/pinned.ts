import type { Step, StepCommon } from '#core/definition/definition.ts'
import { changesOf } from '../../evolve/data.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finishStep } from '../finish-step.ts'
import { assignedResult } from './assigned-result.ts'
import { recordStart, type Visit } from './visit.ts'

/**
 * A pinned step of a test run takes its pinned output instead of running; later steps find the `state` that it would
 * have left.
 */
export function startPinned(
  decision: Decision,
  step: Step,
  visit: Visit,
  { output, http, state }: NonNullable<StepCommon['pinned']>,
): void {
  recordStart(decision, step, visit)
  const given = assignedResult(step, output, decision.nextState.data, state && changesOf(state))
  if (!given.ok) {
    failStep(decision, step, given.failure)
    return
  }
  finishStep(decision, step, {
    output,
    ...given.finish,
    pinned: true,
    ...(http !== undefined && { http }),
    // No person was asked, and a later step may read `decided_by`.
    ...(step.type === 'HUMAN' && { decidedBy: [] }),
  })
}
