import { END } from '#core/definition/definition.ts'
import { type Edit, refuse } from '../../edit.ts'
import { normalId } from '../../flow/settle.ts'
import { canLeadOn } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { drawEdge, withNext } from '../edges/draw-edge.ts'
import { isPlace, place } from '../layout/positions.ts'
import { mapStep, namesIn, stepNamed } from '../raw/raw-step.ts'
import { insertSteps } from './insert-step.ts'
import { makeStep } from './new-step.ts'

/** A new step, alone or at the end of an edge from an existing one. */
export function addStep(draft: Draft, edit: Extract<Edit, { type: 'add_step' }>): Outcomes {
  const { connect } = edit
  // Steps of a body have no position of their own.
  const position = draft.within === undefined ? edit.position : undefined
  if (edit.within !== undefined && draft.within === undefined) {
    return refuse('step_missing', `There is no loop ${edit.within}.`)
  }
  if (position !== undefined && !isPlace(position)) return refuse('value_invalid', 'That place is off the canvas.')
  const permission = connect === undefined ? null : canLeadOn(draft.graph, connect.from, connect.kind)
  if (permission?.allowed === false) return refuse('not_allowed', permission.reason)
  const step = makeStep(draft, edit.step)
  if (!step.ok) return step
  let root = insertSteps(draft, draft.root, [step.made], edit.after ?? connect?.from)
  const wanted = new Map(draft.normal)
  if (connect?.kind === 'normal') {
    const edge = { from: connect.from, to: step.name }
    wanted.set(normalId(edge), edge)
    // Otherwise order or `dependencies` of the new step join them: these lines are new anyway.
    if (namesIn(stepNamed(root, connect.from).next)[0] === END)
      root = mapStep(root, connect.from, (from) => withNext(from, [step.name]))
  } else if (connect !== undefined) root = drawEdge(draft, root, { ...connect, to: step.name })
  if (position !== undefined) root = place(root, { [step.name]: position })
  return { ok: true, root, wanted, created: [step.name] }
}
