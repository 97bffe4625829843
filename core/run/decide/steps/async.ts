import { cleanText } from '#core/clean-text.ts'
import type { AsyncStep } from '#core/definition/definition.ts'
import type { Decision } from '../decision.ts'
import { argumentsOf, startWith } from './call.ts'
import { setTimeoutTimer, type Visit } from './visit.ts'

/**
 * Offers the step's function to the workers of a queue. Its durable time limit also runs while no worker has taken the
 * task.
 */
export function startAsync(decision: Decision, step: AsyncStep, visit: Visit): void {
  const started = startWith(decision, step, visit, argumentsOf, { queue: cleanText(step.queue ?? 'default') })
  if (started) setTimeoutTimer(decision, step, visit)
}
