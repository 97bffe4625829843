import type { Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { Decision } from '../decision.ts'
import { type Evaluated, render, scopeOf } from '../expressions.ts'
import { failStep } from '../fail-step.ts'
import { effectsOf, idempotencyKey, recordStart, type Visit } from './visit.ts'

/** A call of the step's function: arguments are rendered once, for all attempts of the visit. */
export function startCall(decision: Decision, step: Step, visit: Visit): void {
  const args = argumentsOf(decision, step, visit)
  if (!args.ok) {
    recordStart(decision, step, visit)
    failStep(decision, step, args.failure)
    return
  }
  const key = idempotencyKey(decision, step.name, visit.iteration)
  const rendered = step.with === undefined ? {} : { with: args.value }
  recordStart(decision, step, visit, { ...rendered, key, ...effectsOf(decision, step) })
}

function argumentsOf(decision: Decision, step: Step, visit: Visit): Evaluated<Json> {
  const known = visit.again?.with
  if (known !== undefined) return { ok: true, value: known }
  return step.with === undefined ? { ok: true, value: null } : render(decision, step.with, scopeOf(decision))
}
