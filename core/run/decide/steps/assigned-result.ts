import type { Step } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Change } from '../../words.ts'
import type { Failure } from '../failure/failure.ts'
import { mergePinned } from '../parallel/merge.ts'
import type { Finish } from '../record-completion.ts'
import type { Changes } from '../result.ts'
import { changesOfOutput, writes } from './changes-of-output.ts'

type AssignedOutput =
  | { readonly ok: true; readonly finish: Pick<Finish, 'changes' | 'route'> }
  | { readonly ok: false; readonly failure: Failure }

/**
 * The result of a pinned or given output, as if the step had made it: changes to `state`, unless `changes` are given,
 * and the route of a DECISION.
 */
export function assignedResult(
  step: Step,
  output: Json,
  data: JsonObject,
  changes?: readonly Change[],
): AssignedOutput {
  const written = changes === undefined ? changesBy(step, output, data) : writes(changes)
  if (!written.ok) return written
  const route = routeOf(step, output)
  return { ok: true, finish: { changes: written.changes, ...(route !== undefined && { route }) } }
}

/** The route of a DECISION whose output names one of its targets, whatever its conditions say. */
function routeOf(step: Step, output: Json): number | undefined {
  if (step.type !== 'DECISION' || !isJsonObject(output)) return undefined
  const route = step.routes.findIndex(({ target }) => target === output.target)
  return route === -1 ? undefined : route
}

function changesBy(step: Step, output: Json, data: JsonObject): Changes {
  return step.type === 'PARALLEL' ? mergePinned(step, output, data) : changesOfOutput(step, output, data)
}
