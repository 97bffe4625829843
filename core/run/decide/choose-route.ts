import type { DecisionStep } from '#core/definition/definition.ts'
import type { JsonObject } from '#core/json.ts'
import type { Decision } from './decision.ts'
import { finalFailure } from './failure/failure.ts'
import { type Evaluated, evaluateWhether, scopeOf } from './text/expressions.ts'

/** Index of the first route whose condition holds, the default included. `data`: the `state` after this decision. */
export function chooseRoute(decision: Decision, step: DecisionStep, data: JsonObject): Evaluated<number> {
  const scope = scopeOf(decision, step.name, data)
  for (const [index, route] of step.routes.entries()) {
    if (route.condition === undefined) return { ok: true, value: index }
    const holds = evaluateWhether(decision, route.condition, scope)
    if (!holds.ok) return holds
    if (holds.value) return { ok: true, value: index }
  }
  const { length } = step.routes
  const fault =
    length === 1
      ? `The condition of ${step.name} is not true`
      : `None of the ${length} conditions of ${step.name} is true`
  const message = `${fault}, and there is no default.`
  return { ok: false, failure: finalFailure('NO_ROUTE', message) }
}
