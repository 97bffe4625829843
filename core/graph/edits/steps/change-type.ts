import { catalogue, commonKeys } from '#core/definition/catalogue.ts'
import { stepTypes } from '#core/definition/definition.ts'
import type { JsonObject } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import { normalId } from '../../flow/settle.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { drawEdge } from '../edges/draw-edge.ts'
import { placeKey } from '../raw/key-order.ts'
import { findStep, mapStep, withKey } from '../raw/raw-step.ts'
import { skeletonOf } from './new-step.ts'

/**
 * Changes the type of a step. The edges stay: the outgoing edges become the routes of a DECISION (the last one its
 * default, the others with an empty condition until the author writes it), and the other way round. Keys
 * that the new type does not have are removed.
 */
export function changeType(draft: Draft, { step, to }: Extract<Edit, { type: 'change_type' }>): Outcomes {
  const before = findStep(draft.root, step)
  if (before === null) return refuse('step_missing', `There is no step ${step}.`)
  const decided = before.type === 'DECISION'
  if ((before.type ?? 'STANDARD') === to) return { ok: true, root: draft.root }
  let root = mapStep(draft.root, step, (raw) => retyped(raw, to, decided !== (to === 'DECISION')))
  if (decided === (to === 'DECISION')) return { ok: true, root }
  const wanted = new Map(draft.normal)
  const targets = draft.graph.edges
    .filter(({ source, kind }) => source === step && kind !== 'failure')
    .map((edge) => edge.target)
  for (const target of targets) {
    const edge = { from: step, to: target }
    if (decided) wanted.set(normalId(edge), edge)
  }
  if (decided)
    root = mapStep(root, step, (raw) => (targets.length === 0 ? raw : placeKey(raw, 'next', listed(targets))))
  else {
    for (const target of targets.toReversed())
      root = drawEdge(draft, root, { from: step, to: target, kind: 'route', condition: null })
  }
  return { ok: true, root, wanted }
}

function listed(names: readonly string[]): JsonObject[string] {
  return names.length === 1 ? (names[0] as string) : names
}

/** The step with another type, without the keys that this type does not have. */
export function retyped(raw: JsonObject, to: keyof typeof catalogue, leadsOtherwise: boolean): JsonObject {
  const old = stepTypes.find((type) => type === (raw.type ?? 'STANDARD'))
  const keeps = new Set([...catalogue[to].keys, ...commonKeys].map(({ key }) => key))
  const gone = old === undefined ? [] : catalogue[old].keys.map(({ key }) => key).filter((key) => !keeps.has(key))
  if (leadsOtherwise) gone.push('next', 'routes')
  // Only the title of a HUMAN step is a template.
  if (old === 'HUMAN' && typeof raw.title === 'string' && raw.title.includes('{{')) gone.push('title')
  let step = placeKey(raw, 'type', to)
  for (const key of gone) step = withKey(step, key, undefined)
  for (const [key, value] of Object.entries(skeletonOf(to))) {
    if (!Object.hasOwn(step, key)) step = placeKey(step, key, value)
  }
  return step
}
