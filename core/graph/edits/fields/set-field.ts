import { type Edit, refuse } from '../../edit.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { placeKey } from '../raw/key-order.ts'
import { findStep, mapStep } from '../raw/raw-step.ts'
import { setAtPath } from './set-at-path.ts'
import { writtenPath } from './written-path.ts'

/** Sets one field of a step. A field that defines edges changes exactly these edges. */
export function setField(draft: Draft, { step, path, value }: Extract<Edit, { type: 'set_field' }>): Outcomes {
  const before = findStep(draft.root, step)
  if (before === null) return refuse('step_missing', `There is no step ${step}.`)
  const [key] = path
  if (key === 'name' || key === 'type') return refuse('not_allowed', `The ${key} of a step cannot be set as a field.`)
  const after = setAtPath(before, writtenPath(before, path), value, placeKey)
  if (after === null) return refuse('value_invalid', `${step} cannot have ${path.join('.')}.`)
  const root = mapStep(draft.root, step, () => after)
  if (key === 'dependencies') return { ok: true, root, wanted: (edge) => edge.to === step }
  return key === 'next' || key === 'routes' || key === 'on_failure'
    ? { ok: true, root, wanted: (edge) => edge.from === step && key !== 'on_failure' }
    : { ok: true, root }
}
