import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { findStep, isWholeStep, mapSteps, withKey } from '../raw/raw-step.ts'

/** A branch in the text: its PARALLEL step, and its index in `tasks`, or null for the step that runs for each item. */
export interface BranchPlace {
  readonly step: string
  readonly at: number | null
}

/** The place of a whole step that is a task; null for all other steps. */
export function placeOfBranch(root: JsonObject, name: string): BranchPlace | null {
  let found: BranchPlace | null = null
  mapSteps(root, (step) => {
    const at = tasksOf(step).findIndex((task) => isWholeStep(task) && task.name === name)
    const isEach = isJsonObject(step.task) && step.task.name === name
    if (at !== -1 || isEach) found ??= { step: String(step.name), at: at === -1 ? null : at }
    return step
  })
  return found
}

export function tasksOf(step: JsonObject): readonly Json[] {
  return isJsonList(step.tasks) ? step.tasks : []
}

/** The task at a place, in the form of the text. */
export function branchAt(root: JsonObject, { step: name, at }: BranchPlace): JsonObject | null {
  const step = findStep(root, name) ?? {}
  const task = at === null ? step.task : tasksOf(step)[at]
  return isJsonObject(task) ? task : null
}

/** The PARALLEL step with another task at a place. */
export function withBranch(step: JsonObject, at: number | null, branch: JsonObject): JsonObject {
  if (at === null) return withKey(step, 'task', branch)
  return withKey(step, 'tasks', tasksOf(step).with(at, branch))
}

/** The PARALLEL step without the tasks at these places. */
export function withoutBranches(step: JsonObject, places: readonly BranchPlace[]): JsonObject {
  const gone = new Set(places.map(({ at }) => at))
  const rest = gone.has(null) ? withKey(step, 'task', undefined) : step
  const kept = tasksOf(rest).filter((_, index) => !gone.has(index))
  return kept.length === tasksOf(rest).length ? rest : withKey(rest, 'tasks', kept)
}
