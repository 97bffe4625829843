import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { type Edit, type FieldPath, refuse } from '../../edit.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { findStep, mapStep } from '../raw/raw-step.ts'
import { setAtPath } from './set-at-path.ts'
import { writtenPath } from './written-path.ts'

/** Moves an item of a list, together with its text. */
export function moveItem(draft: Draft, edit: Extract<Edit, { type: 'move_item' }>): Outcomes {
  const { step, from, to } = edit
  const owner = step === undefined ? draft.root : findStep(draft.root, step)
  if (owner === null) return refuse('step_missing', `There is no step ${step}.`)
  const path = writtenPath(owner, edit.path)
  const list = valueAt(owner, path)
  if (!isJsonList(list) || !Object.hasOwn(list, from) || !Object.hasOwn(list, to)) {
    return refuse('value_invalid', 'There is nothing to move there.')
  }
  const moved = list.toSpliced(from, 1).toSpliced(to, 0, list[from] as Json)
  // The list exists, and so does the path to it.
  const after = setAtPath(owner, path, moved) as JsonObject
  return { ok: true, root: step === undefined ? after : mapStep(draft.root, step, () => after) }
}

function valueAt(owner: JsonObject, path: FieldPath): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (isJsonList(value)) return value[key as number]
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, owner)
}
