import type { Edit } from '../../edit.ts'
import { refuse } from '../../edit.ts'
import { normalId } from '../../flow/settle.ts'
import { canReconnect } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { wholeGraph } from '../draft/within-step.ts'
import { rawRoutes, retarget } from '../raw/raw-routes.ts'
import { mapStep, stepNamed, withKey } from '../raw/raw-step.ts'
import { drawEdge, eraseEdge } from './draw-edge.ts'

/** Moves the ends of an edge. A route or a failure edge that keeps its source is retargeted where it is written. */
export function reconnect(draft: Draft, edit: Extract<Edit, { type: 'reconnect' }>): Outcomes {
  const { edge } = edit
  const { from, to } = { from: edit.from ?? edge.from, to: edit.to ?? edge.to }
  if (from === edge.from && to === edge.to) return { ok: true, root: draft.root }
  const permission = canReconnect(wholeGraph(draft), edge, from, to)
  if (!permission.allowed) return refuse('not_allowed', permission.reason)
  const wanted = new Map(draft.normal)
  if (edge.kind === 'normal') {
    wanted.delete(normalId(edge))
    wanted.set(normalId({ from, to }), { from, to })
  }
  if (from === edge.from && edge.kind === 'route') {
    return { ok: true, root: mapStep(draft.root, from, (step) => retarget(step, edge.to, to)), wanted }
  }
  if (from === edge.from && edge.kind === 'failure') {
    return {
      ok: true,
      root: mapStep(draft.root, from, (step) => withKey(step, 'on_failure', { target_step: to })),
      wanted,
    }
  }
  const erased = eraseEdge(draft.root, edge)
  if (edge.kind !== 'route') {
    const instead = from === edge.from ? edge.to : undefined
    return { ok: true, root: drawEdge(draft, erased, { from, to, kind: edge.kind }, instead), wanted }
  }
  const moved = rawRoutes(stepNamed(draft.root, edge.from)).filter((route) => route.target === edge.to)
  let root = erased
  for (const { condition } of moved) {
    root = drawEdge(draft, root, { from, to, kind: 'route', condition })
  }
  return { ok: true, root, wanted }
}
