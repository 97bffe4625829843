import { type ParallelStep, shortTask, wholeStep } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { changesOf } from '../../evolve/data.ts'
import { type DoneItem, endsOf, type Fan } from '../../fan.ts'
import { gathered } from '../../gather.ts'
import type { Change } from '../../words.ts'
import { type Failure, finalFailure } from '../failure/failure.ts'
import { assignment, type Changes } from '../result.ts'
import { mergeBranches } from './merge-branches.ts'

export type Merged =
  | { readonly ok: true; readonly output: Json; readonly changes: readonly Change[] }
  | { readonly ok: false; readonly failure: Failure }

type Done = DoneItem

/**
 * The changes that a finished PARALLEL step makes to `state` (docs/reference/step-types.md). Results of a list go under
 * `output_key` or the step's name; results of functions are merged in the order of the tasks; results of sub-workflows
 * go to `sub_workflow_results`; whole steps write what they would write anywhere (merge-branches.ts).
 */
export function mergeFan(step: ParallelStep, fan: Fan, data: JsonObject): Merged {
  const done = endsOf(fan).filter((end): end is Done => end !== null && 'output' in end)
  return merge(step, gathered(fan), fan.items === undefined ? done : null, data)
}

/** The changes of a pinned or given output, which holds each task's result under the task's name. */
export function mergePinned(step: ParallelStep, output: Json, data: JsonObject): Merged {
  if (step.tasks === undefined) return merge(step, output, null, data)
  const results = objectOf(output)
  const done = step.tasks.flatMap((task): Done[] => {
    const { name } = task
    const workflow = shortTask(task)?.sub_workflow_type
    const result = Object.hasOwn(results, name) ? results[name] : undefined
    if (result === undefined) return []
    return [{ name, output: result, ...(workflow !== undefined && { child: { runId: 'pinned', workflow } }) }]
  })
  return merge(step, output, done, data)
}

function merge(step: ParallelStep, output: Json, done: readonly Done[] | null, data: JsonObject): Merged {
  if (done === null) {
    if (step.output_key === undefined) return { ok: true, output, changes: [[[step.name], output]] }
    return withOutput(output, assignment(step.output_key, output, data))
  }
  const children = done.flatMap(({ child, output }): Change[] =>
    child === undefined
      ? []
      : [
          [['sub_workflow_results', child.workflow], output],
          [['sub_workflow_results_by_id', child.runId], output],
        ],
  )
  const merged = step.tasks?.some((task) => wholeStep(task) !== undefined) ? mergeBranches : mergeTasks
  const kept = step.output_key === undefined ? merged(step, done, data) : assignment(step.output_key, output, data)
  return kept.ok ? { ok: true, output, changes: [...children, ...kept.changes] } : kept
}

function withOutput(output: Json, kept: Changes): Merged {
  return kept.ok ? { ok: true, output, changes: kept.changes } : kept
}

/**
 * Merges the results of functions: objects are merged into `state`, null changes nothing, other values need an
 * `output_key`.
 */
function mergeTasks(step: ParallelStep, done: readonly Done[], data: JsonObject): Changes {
  let merged: JsonObject = {}
  for (const { child, output, name = '' } of done) {
    if (child !== undefined || output === null) continue
    if (!isJsonObject(output)) {
      const message = `The result of ${name} is not an object, so it cannot be merged into the state. Set an output_key for ${step.name}.`
      return { ok: false, failure: finalFailure('OUTPUT_KEY_REQUIRED', message) }
    }
    const next = mergeInto(step, merged, output, name, [])
    if ('failure' in next) return { ok: false, failure: next.failure }
    merged = next.value
  }
  return { ok: true, changes: step.merge_strategy === 'DEEP' ? leavesOf(merged, data, []) : changesOf(merged) }
}

/**
 * Merges one task's result over those before it. Only tasks conflict with each other: earlier values of `state` do not
 * count.
 */
function mergeInto(
  step: ParallelStep,
  before: JsonObject,
  result: JsonObject,
  task: string,
  path: readonly string[],
): { readonly value: JsonObject } | { readonly failure: Failure } {
  const { merge_strategy, merge_conflict_behavior: behaviour } = step
  const value: Record<string, Json> = { ...before }
  for (const [key, found] of Object.entries(result)) {
    if (key === '__proto__') continue
    const known = Object.hasOwn(value, key) ? value[key] : undefined
    const at = [...path, key]
    if (merge_strategy === 'DEEP' && isJsonObject(found) && (known === undefined || isJsonObject(known))) {
      const inner = mergeInto(step, known ?? {}, found, task, at)
      if ('failure' in inner) return inner
      value[key] = inner.value
      continue
    }
    if (known !== undefined && behaviour === 'RAISE_ERROR') {
      const message = `Two tasks of ${step.name} set state.${at.join('.')}; the later one is ${task}. Return different fields, or set merge_conflict_behavior.`
      return { failure: finalFailure('MERGE_CONFLICT', message) }
    }
    if (known === undefined || behaviour !== 'PREFER_EXISTING') value[key] = found
  }
  return { value }
}

/** A DEEP merge keeps, in objects that `state` already holds, the keys that no task has set. */
function leavesOf(merged: JsonObject, data: Json | undefined, path: readonly string[]): readonly Change[] {
  return Object.entries(merged).flatMap(([key, value]): readonly Change[] => {
    const before = isJsonObject(data) && Object.hasOwn(data, key) ? data[key] : undefined
    const at = [...path, key]
    return isJsonObject(value) && isJsonObject(before) ? leavesOf(value, before, at) : [[at, value]]
  })
}
