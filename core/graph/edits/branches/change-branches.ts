import { branchKeysOf, isBranchType, leadingKeys } from '#core/definition/catalogue.ts'
import type { StepType } from '#core/definition/definition.ts'
import type { JsonObject } from '#core/json.ts'
import { type Edit, type EditRefusal, refuse } from '../../edit.ts'
import { canBeName } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { findStep, isWholeStep, mapStep, nameOf, stepNames, withKey } from '../raw/raw-step.ts'
import { renameStep } from '../rename/rename-step.ts'
import { retyped } from '../steps/change-type.ts'
import { copySteps } from '../steps/copy-steps.ts'
import { uniqueName } from '../steps/names.ts'
import { skeletonOf } from '../steps/new-step.ts'
import { addBranch, noBranch } from './add-branch.ts'
import { type BranchPlace, branchAt, placeOfBranch, tasksOf, withBranch, withoutBranches } from './branch-place.ts'

const missing = ({ step }: BranchPlace): EditRefusal => refuse('step_missing', `${step} has no such task.`)

export function removeBranch(draft: Draft, place: BranchPlace): Outcomes {
  if (branchAt(draft.root, place) === null) return missing(place)
  return { ok: true, root: mapStep(draft.root, place.step, (step) => withoutBranches(step, [place])) }
}

/** A short task becomes a whole step; keys that the new type does not have are removed. */
export function changeBranchType(draft: Draft, place: BranchPlace & { readonly to: StepType }): Outcomes {
  const { step, at, to } = place
  const task = branchAt(draft.root, place)
  if (task === null) return missing(place)
  if (!isBranchType(to)) return refuse('not_allowed', noBranch(to))
  const whole = isWholeStep(task) ? withoutLeading(retyped(task, to, false)) : asStep(draft, task, to)
  return { ok: true, root: mapStep(draft.root, step, (raw) => withBranch(raw, at, whole)) }
}

export function renameBranch(draft: Draft, place: BranchPlace & { readonly name: string }): Outcomes {
  const { step, at, name } = place
  const task = branchAt(draft.root, place)
  if (task === null) return missing(place)
  if (isWholeStep(task) || at === null) {
    return renameStep(draft, { type: 'rename_step', step: String(task.name), name })
  }
  const permission = canBeName(name)
  if (!permission.allowed) return refuse('name_invalid', permission.reason)
  const others = tasksOf(findStep(draft.root, step) as JsonObject).filter((other) => other !== task)
  if (others.some((other) => nameOf(other) === name)) {
    return refuse('name_taken', `${step} already has a branch named ${name}.`)
  }
  return { ok: true, root: mapStep(draft.root, step, (raw) => withBranch(raw, at, withKey(task, 'name', name))) }
}

/** Whole steps that are tasks, removed by their names like any steps; null where the first is none. */
export function removeBranches(draft: Draft, names: readonly string[]): Outcomes | null {
  const places = placesOf(draft, names)
  if (places === null || 'ok' in places) return places
  let { root } = draft
  for (const step of new Set(places.map((place) => place.step))) {
    root = mapStep(root, step, (raw) =>
      withoutBranches(
        raw,
        places.filter((place) => place.step === step),
      ),
    )
  }
  return { ok: true, root }
}

/** Copies of whole steps that are tasks, each behind its original; null where the first is none. */
export function duplicateBranches(draft: Draft, names: readonly string[]): Outcomes | null {
  const places = placesOf(draft, names)
  if (places === null || 'ok' in places) return places
  if (places.some(({ at }) => at === null)) {
    return refuse('not_allowed', 'A list has one step for each item, so that step cannot be duplicated.')
  }
  let { root } = draft
  const created: string[] = []
  for (const [index, { step }] of places.entries()) {
    const place = placeOfBranch(root, names[index] as string) as BranchPlace & { readonly at: number }
    const { steps } = copySteps([branchAt(root, place) as JsonObject], stepNames(root), new Set())
    const [copy] = steps as [JsonObject]
    root = mapStep(root, step, (raw) => withKey(raw, 'tasks', tasksOf(raw).toSpliced(place.at + 1, 0, copy)))
    created.push(nameOf(copy) as string)
  }
  return { ok: true, root, created }
}

/** A new step that is to go into a PARALLEL step, or behind one of its branches. */
function addBeside(
  draft: Draft,
  { step: branch, within, after }: Extract<Edit, { type: 'add_step' }>,
): Outcomes | null {
  if (within !== undefined && findStep(draft.root, within)?.type === 'PARALLEL') {
    return addBranch(draft, { step: within, branch })
  }
  const place = after === undefined ? null : placeOfBranch(draft.root, after)
  if (place === null) return null
  return addBranch(draft, { step: place.step, branch, ...(place.at !== null && { at: place.at + 1 }) })
}

function placesOf({ root }: Draft, names: readonly string[]): readonly BranchPlace[] | EditRefusal | null {
  const places = names.map((name) => placeOfBranch(root, name))
  if ((places[0] ?? null) === null) return null
  const other = names[places.indexOf(null)]
  if (other === undefined) return places as readonly BranchPlace[]
  return refuse('not_allowed', `${other} is no branch of a PARALLEL step. Select branches only, or none.`)
}

function withoutLeading(step: JsonObject): JsonObject {
  return Object.keys(step).reduce((kept, key) => (leadingKeys.has(key) ? withKey(kept, key, undefined) : kept), step)
}

function asStep(draft: Draft, task: JsonObject, to: StepType): JsonObject {
  const { name, function_path: alias, ...rest } = task
  const given: JsonObject = alias === undefined ? rest : { ...rest, function: alias }
  const keys = new Set(branchKeysOf(to).map(({ key }) => key))
  const kept = Object.entries(given).filter(([key]) => keys.has(key))
  const wish = typeof name === 'string' && name !== '' ? name : to
  const free = uniqueName(wish, stepNames(draft.root))
  return { name: free, type: to, ...skeletonOf(to), ...Object.fromEntries(kept) }
}

/** An edit of steps by their names, where these are branches; null where it concerns other steps. */
export function branchEdit(draft: Draft, edit: Edit): Outcomes | null {
  switch (edit.type) {
    case 'add_step':
      return addBeside(draft, edit)
    case 'remove_steps':
      return removeBranches(draft, edit.steps)
    case 'duplicate_steps':
      return duplicateBranches(draft, edit.steps)
    case 'change_type': {
      const place = placeOfBranch(draft.root, edit.step)
      return place && changeBranchType(draft, { ...place, to: edit.to })
    }
    default:
      return null
  }
}
