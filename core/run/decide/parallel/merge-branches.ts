import { type ParallelStep, wholeStep } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { changesOf } from '../../evolve/data.ts'
import type { DoneItem } from '../../fan.ts'
import type { Change } from '../../words.ts'
import { finalFailure } from '../failure/failure.ts'
import type { Changes } from '../result.ts'
import { changesOfOutput } from '../steps/changes-of-output.ts'

/**
 * The writes of tasks of which some are whole steps, in the order of the tasks. Each writes what it would write anywhere:
 * by its `output_key`, its `set`, or by the fields of its result. Two writes meet where one path leads to, or through, the
 * other. A null result, as of a step that was passed over, writes nothing.
 */
export function mergeBranches(step: ParallelStep, done: readonly DoneItem[], data: JsonObject): Changes {
  const merged: Change[] = []
  const ofChildren: Change[] = []
  for (const item of done) {
    const written = writesOf(step, item, data)
    if (!written.ok) return written
    for (const change of written.changes) {
      // Results of sub-workflows have a place of their own by workflow.
      if (change[0][0] === 'sub_workflow_results') {
        ofChildren.push(change)
        continue
      }
      for (const one of step.merge_strategy === 'DEEP' ? leavesOf(change) : [change]) {
        const met = merged.some((other) => meet(other, one))
        if (met && step.merge_conflict_behavior === 'RAISE_ERROR') return conflict(step, one, item.name)
        if (!met || step.merge_conflict_behavior !== 'PREFER_EXISTING') merged.push(one)
      }
    }
  }
  return { ok: true, changes: [...ofChildren, ...merged] }
}

function writesOf(step: ParallelStep, { name = '', child, output }: DoneItem, data: JsonObject): Changes {
  if (output === null) return { ok: true, changes: [] }
  const whole = wholeStep(step.tasks?.find((task) => task.name === name))
  if (whole !== undefined) return changesOfOutput(whole, output, data)
  if (child !== undefined) return { ok: true, changes: [] }
  if (isJsonObject(output)) return { ok: true, changes: changesOf(output) }
  const message = `The result of ${name} is not an object, so it cannot be merged into the state. Set an output_key for ${step.name}.`
  return { ok: false, failure: finalFailure('OUTPUT_KEY_REQUIRED', message) }
}

/** The values within an object, by their paths; an empty object is a value. */
function leavesOf([path, value]: Change): readonly Change[] {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) =>
    key === '__proto__' ? [] : leavesOf([[...path, key], inner]),
  )
}

function meet([one]: Change, [other]: Change): boolean {
  const shorter = Math.min(one.length, other.length)
  return one.slice(0, shorter).every((key, place) => key === other[place])
}

function conflict(step: ParallelStep, [path]: Change, task = ''): Changes {
  const message = `Two tasks of ${step.name} set state.${path.join('.')}; the later one is ${task}. Return different fields, or set merge_conflict_behavior.`
  return { ok: false, failure: finalFailure('MERGE_CONFLICT', message) }
}
