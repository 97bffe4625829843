import { END } from '#core/definition/definition.ts'
import type { JsonObject } from '#core/json.ts'
import type { Edit } from '../../edit.ts'
import { refuse } from '../../edit.ts'
import { normalId } from '../../flow/settle.ts'
import { hasEdge } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { isPlace, place } from '../layout/positions.ts'
import { retarget } from '../raw/raw-routes.ts'
import { mapStep, namesIn, stepNamed, withKey, writtenNames } from '../raw/raw-step.ts'
import { followsByOrder, insertRightBelow, insertSteps } from '../steps/insert-step.ts'
import { makeStep } from '../steps/new-step.ts'
import { drawEdge, withNext } from './draw-edge.ts'

/** Inserts a new step in the middle of an edge: the source leads to the new step, and the new step to the target. */
export function insertOnEdge(draft: Draft, edit: Extract<Edit, { type: 'insert_on_edge' }>): Outcomes {
  const { edge } = edit
  const position = draft.within === undefined ? edit.position : undefined
  if (!hasEdge(draft.graph, edge)) return refuse('edge_missing', 'That connection no longer exists.')
  if (position !== undefined && !isPlace(position)) return refuse('value_invalid', 'That place is off the canvas.')
  const step = makeStep(draft, edit.step)
  if (!step.ok) return step
  const decides = step.type === 'DECISION'
  const wanted = new Map(draft.normal)
  const before = { from: edge.from, to: step.name }
  const behind = { from: step.name, to: edge.to }
  if (edge.kind === 'normal') {
    wanted.delete(normalId(edge))
    wanted.set(normalId(before), before)
  }
  const isLast = edge.to === END
  if (!decides && !isLast) wanted.set(normalId(behind), behind)
  const inRow = edge.kind === 'normal' && followsByOrder(draft, edge.from, edge.to)
  let root = inRow
    ? insertRightBelow(draft.root, step.made, edge.from)
    : insertSteps(draft, aim(draft.root, edge, step.name), [step.made], edge.from)
  if (decides) root = drawEdge(draft, root, { ...behind, kind: 'route', condition: null })
  else if (!inRow && !isLast && !waits(draft, root, edge.to))
    root = mapStep(root, step.name, (raw) => withNext(raw, [edge.to]))
  if (position !== undefined) root = place(root, { [step.name]: position })
  return { ok: true, root, wanted, created: [step.name] }
}

/** Does the target's own text, by dependency or by order, make the edge? Then `settle` adds the new step there. */
function waits(draft: Draft, root: JsonObject, name: string): boolean {
  const says = namesIn(stepNamed(root, name).dependencies).length > 0
  return says || draft.flow.incoming(name).some((edge) => edge.kind === 'order')
}

/** Changes the written target of an edge. */
function aim(
  root: JsonObject,
  { from, to, kind }: { from: string; to: string; kind: string },
  name: string,
): JsonObject {
  if (kind === 'route') return mapStep(root, from, (step) => retarget(step, to, name))
  if (kind === 'failure') return mapStep(root, from, (step) => withKey(step, 'on_failure', { target_step: name }))
  const swap = (step: JsonObject, key: string, old: string) => {
    const names = namesIn(step[key])
    if (!names.includes(old)) return step
    return withKey(
      step,
      key,
      writtenNames(
        names.map((other) => (other === old ? name : other)),
        step[key],
      ),
    )
  }
  return mapStep(
    mapStep(root, from, (step) => swap(step, 'next', to)),
    to,
    (step) => swap(step, 'dependencies', from),
  )
}
