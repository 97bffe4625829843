import type { ScriptStep, Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { type Evaluated, render, scopeOf } from '../text/expressions.ts'
import { idempotencyKey, impactOf, recordStart, type Visit } from './visit.ts'

/** Starts a call of the step's function. Arguments are rendered once, for all attempts of the visit. */
export function startCall(decision: Decision, step: Step, visit: Visit): void {
  startWith(decision, step, visit, argumentsOf)
}

/** Starts a script in a sandbox. A script has arguments like a function, and no effect on the world. */
export function startScript(decision: Decision, step: ScriptStep, visit: Visit): void {
  startWith(decision, { ...step, effects: 'none' }, visit, argumentsOf)
}

/**
 * Starts an attempt and records its arguments, which later attempts of the visit reuse. False when they could not be
 * rendered and the step has failed.
 */
export function startWith<Type extends Step>(
  decision: Decision,
  step: Type,
  visit: Visit,
  argumentsOf: (decision: Decision, step: Type) => Evaluated<Json | undefined>,
  more: { readonly queue?: string } = {},
): boolean {
  const known = visit.again?.with
  const args = known === undefined ? argumentsOf(decision, step) : { ok: true as const, value: known }
  if (!args.ok) {
    recordStart(decision, step, visit)
    failStep(decision, step, args.failure)
    return false
  }
  const key = idempotencyKey(decision, step.name, visit.iteration)
  const rendered = args.value === undefined ? {} : { with: args.value }
  recordStart(decision, step, visit, { ...rendered, ...more, key, ...impactOf(decision, step) })
  return true
}

export function argumentsOf(decision: Decision, step: Step): Evaluated<Json | undefined> {
  return step.with === undefined
    ? { ok: true, value: undefined }
    : render(decision, step.with, scopeOf(decision, step.name))
}
