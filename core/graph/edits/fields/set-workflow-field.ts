import type { JsonObject } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { withKey } from '../raw/raw-step.ts'
import { setAtPath } from './set-at-path.ts'

/** Sets one field of the workflow itself; a new one goes above the steps. */
export function setWorkflowField(draft: Draft, edit: Extract<Edit, { type: 'set_workflow_field' }>): Outcomes {
  const { path, value } = edit
  if (path[0] === 'steps' || path[0] === 'layout') {
    return refuse('not_allowed', `${path[0]} cannot be set as a field of the workflow.`)
  }
  const root = setAtPath(draft.root, path, value, aboveSteps)
  if (root === null) return refuse('value_invalid', `The workflow cannot have ${path.join('.')}.`)
  if (Object.keys(root).length === 0) return refuse('not_allowed', 'A workflow cannot be empty.')
  return { ok: true, root }
}

function aboveSteps(root: JsonObject, key: string, value: JsonObject[string]): JsonObject {
  if (Object.hasOwn(root, key) || !Object.hasOwn(root, 'steps')) return withKey(root, key, value)
  const entries = Object.entries(root)
  const index = entries.findIndex(([other]) => other === 'steps')
  return Object.fromEntries([...entries.slice(0, index), [key, value], ...entries.slice(index)])
}
