import type { Step } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { withChanges } from '../../evolve/data.ts'
import type { Change } from '../../words.ts'
import type { Failure } from '../failure/failure.ts'
import { mergePinned } from '../parallel/merge.ts'
import type { Finish } from '../record-completion.ts'
import { assignment, type Changes, changesOfResult } from '../result.ts'

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

/** The changes to `state` that a step of this type makes with such an output. */
function changesBy(step: Step, output: Json, data: JsonObject): Changes {
  switch (step.type) {
    case 'TRANSFORM':
      return isJsonObject(output) ? assignments(output, data) : writes()
    case 'DECISION':
      return step.function === undefined ? writes() : changesOfResult(step, output, data)
    case 'PARALLEL':
      return mergePinned(step, output, data)
    case 'LOOP':
    case 'FIRE_AND_FORGET':
      return step.output_key === undefined ? writes() : changesOfResult(step, output, data)
    case 'SUB_WORKFLOW': {
      const own: Change = [['sub_workflow_results', step.sub_workflow_type], output]
      const more = step.output_key === undefined ? writes() : changesOfResult(step, output, data)
      return more.ok ? writes([own, ...more.changes]) : more
    }
    default:
      return changesOfResult(step, output, data)
  }
}

function writes(changes: readonly Change[] = []): Changes {
  return { ok: true, changes }
}

function assignments(output: JsonObject, data: JsonObject): Changes {
  const changes: Change[] = []
  for (const [path, value] of Object.entries(output)) {
    const assigned = assignment(path, value, withChanges(data, changes))
    if (!assigned.ok) return assigned
    changes.push(...assigned.changes)
  }
  return { ok: true, changes }
}
