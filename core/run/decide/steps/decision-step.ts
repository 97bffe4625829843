import type { DecisionStep, Route } from '#core/definition/definition.ts'
import { chooseRoute } from '../choose-route.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finishStep } from '../finish-step.ts'
import { startCall } from './call.ts'
import { recordStart, type Visit } from './visit.ts'

/** A DECISION chooses its route at once, or when its function has ended. */
export function startDecision(decision: Decision, step: DecisionStep, visit: Visit): void {
  if (step.function !== undefined) {
    startCall(decision, step, visit)
    return
  }
  recordStart(decision, step, visit)
  const chosen = chooseRoute(decision, step, decision.draft.data)
  if (!chosen.ok) {
    failStep(decision, step, chosen.failure)
    return
  }
  const { target } = step.routes[chosen.value] as Route
  finishStep(decision, step, { output: { target }, changes: [], route: chosen.value })
}
