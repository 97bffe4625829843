import type { TransformStep } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { withChanges } from '../../evolve/data.ts'
import type { Change } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finishStep } from '../finish-step.ts'
import { assignment } from '../result.ts'
import { evaluateSource, scopeOf } from '../text/expressions.ts'
import { recordStart, type Visit } from './visit.ts'

/**
 * Runs the assignments of a TRANSFORM in the order of the text; each sees those before it. The output maps each path to
 * its value.
 */
export function startTransform(decision: Decision, step: TransformStep, visit: Visit): void {
  recordStart(decision, step, visit)
  const changes: Change[] = []
  const output: Record<string, Json> = {}
  let { data } = decision.nextState
  for (const [path, source] of Object.entries(step.set)) {
    const result = evaluateSource(decision, source, scopeOf(decision, step.name, data))
    if (!result.ok) {
      failStep(decision, step, result.failure)
      return
    }
    const assigned = assignment(path, result.value, data)
    if (!assigned.ok) {
      failStep(decision, step, assigned.failure)
      return
    }
    data = withChanges(data, assigned.changes)
    changes.push(...assigned.changes)
    output[path] = result.value
  }
  finishStep(decision, step, { output, changes })
}
