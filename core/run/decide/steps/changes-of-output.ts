import type { ParallelStep, Step } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { withChanges } from '../../evolve/data.ts'
import type { Change } from '../../words.ts'
import { assignment, type Changes, changesOfResult } from '../result.ts'

/** The changes to `state` that a step of this type makes with such an output. */
export function changesOfOutput(step: Exclude<Step, ParallelStep>, output: Json, data: JsonObject): Changes {
  if (step.agent !== undefined) return writes()
  switch (step.type) {
    case 'TRANSFORM':
      return isJsonObject(output) ? assignments(output, data) : writes()
    case 'DECISION':
      return step.function === undefined ? writes() : changesOfResult(step, output, data)
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

export function writes(changes: readonly Change[] = []): Changes {
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
