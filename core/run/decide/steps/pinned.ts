import type { Step, StepCommon } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Change } from '../../event.ts'
import { changesOf, withChanges } from '../../evolve/data.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../fail-step.ts'
import { finishStep } from '../finish-step.ts'
import { mergePinned } from '../parallel/merge.ts'
import { assignment, type Changes, changesOfResult } from '../result.ts'
import { recordStart, type Visit } from './visit.ts'

/** A step of a test run that gives what was pinned: what comes after it finds what it would have left. */
export function startPinned(
  decision: Decision,
  step: Step,
  visit: Visit,
  { output, http, state }: NonNullable<StepCommon['pinned']>,
): void {
  recordStart(decision, step, visit)
  const written = state === undefined ? changesBy(step, output, decision.draft.data) : writes(changesOf(state))
  if (!written.ok) {
    failStep(decision, step, written.failure)
    return
  }
  const route = routeOf(step, output)
  finishStep(decision, step, {
    output,
    changes: written.changes,
    pinned: true,
    ...(http !== undefined && { http }),
    ...(route !== undefined && { route }),
  })
}

/** A DECISION gives where it leads: pinned to a target of its own, it leads there whatever its conditions say. */
function routeOf(step: Step, output: Json): number | undefined {
  if (step.type !== 'DECISION' || !isJsonObject(output)) return undefined
  const route = step.routes.findIndex(({ target }) => target === output.target)
  return route === -1 ? undefined : route
}

/** What a step of its type does to `state` with such an output. */
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
