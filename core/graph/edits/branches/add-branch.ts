import { catalogue, isBranchType } from '#core/definition/catalogue.ts'
import type { JsonObject } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { placeKey } from '../raw/key-order.ts'
import { findStep, mapStep, nameOf, stepNames, withKey } from '../raw/raw-step.ts'
import { uniqueName } from '../steps/names.ts'
import { makeStep } from '../steps/new-step.ts'
import { tasksOf } from './branch-place.ts'

/** A new whole step as a task of a PARALLEL step; over a list, the step that runs for each item. */
export function addBranch(
  draft: Draft,
  { step, branch, at }: Omit<Extract<Edit, { type: 'add_branch' }>, 'type'>,
): Outcomes {
  const parallel = findStep(draft.root, step)
  if (parallel?.type !== 'PARALLEL') return refuse('step_missing', `There is no PARALLEL step ${step}.`)
  if (!isBranchType(branch.type)) return refuse('not_allowed', noBranch(branch.type))
  const isList = parallel.iterate_over !== undefined
  if (isList && parallel.task !== undefined) {
    return refuse('not_allowed', `${step} already runs a step for each item. Change that step, or remove it first.`)
  }
  const taken = new Set([...stepNames(draft.root), ...tasksOf(parallel).flatMap((task) => nameOf(task) ?? [])])
  const made = makeStep(draft, { ...branch, name: uniqueName(branch.name ?? catalogue[branch.type].label, taken) })
  if (!made.ok) return made
  const root = mapStep(draft.root, step, (raw) => (isList ? withEach(raw, made.made) : withTask(raw, made.made, at)))
  return { ok: true, root, created: [made.name] }
}

export const noBranch = (type: string): string =>
  `A ${type} cannot be a branch. Put it into a sub-workflow, and run that here.`

/** A function and a step for each item exclude each other. */
function withEach(step: JsonObject, made: JsonObject): JsonObject {
  return placeKey(withKey(step, 'task_function', undefined), 'task', made)
}

function withTask(step: JsonObject, made: JsonObject, at: number | undefined): JsonObject {
  const tasks = tasksOf(step)
  return placeKey(step, 'tasks', tasks.toSpliced(at ?? tasks.length, 0, made))
}
