import { limits } from '#core/limits.ts'
import type { CommandOf } from '../command.ts'
import type { Decision } from './decision.ts'
import { type Failure, finalFailure } from './failure/failure.ts'

/**
 * Records the artifacts of an attempt that has not failed, in the batch of its result: an attempt that is repeated
 * reports them again, and none is recorded twice. Returns the failure if the run would have too many.
 */
export function reportArtifacts(decision: Decision, command: CommandOf<'attempt_ended'>): Failure | null {
  const { step, iteration, attempt, item, outcome } = command
  if (outcome.kind === 'failed' || outcome.artifacts === undefined) return null
  const { perRun } = limits.artifacts
  const before = decision.nextState.artifacts ?? 0
  if (before + outcome.artifacts.length > perRun) {
    const message = `${step} reported ${outcome.artifacts.length} artifacts, but the run has ${before} already and may have ${perRun}. Report fewer, such as one list of all.`
    return finalFailure('RESULT_UNUSABLE', message)
  }
  for (const artifact of outcome.artifacts) {
    decision.emit({
      type: 'workflow.node.artifact',
      step,
      iteration,
      ...(item !== undefined && { item }),
      attempt,
      payload: artifact,
    })
  }
  return null
}
