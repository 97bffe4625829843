import { END } from '#core/definition/definition.ts'
import { type Edit, refuse } from '../../edit.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { rawRoutes, removeRoute, retargetRoute } from '../raw/raw-routes.ts'
import { mapStep, stepNamed } from '../raw/raw-step.ts'

/**
 * Sets the target of one route of a DECISION, or removes the route. Other routes to the same step stay, which they
 * would not if their shared edge were moved.
 */
export function setRouteTarget(draft: Draft, edit: Extract<Edit, { type: 'set_route_target' }>): Outcomes {
  const { step, to } = edit
  const route = rawRoutes(stepNamed(draft.root, step))[edit.route]
  if (route === undefined) return refuse('edge_missing', `${step} has no such route.`)
  if (to === step) return refuse('not_allowed', 'A step cannot lead to itself.')
  const isTarget = to === null || to === END || draft.graph.nodes.some(({ id }) => id === to)
  if (!isTarget) return refuse('not_allowed', `There is no step ${to} that ${step} can lead to.`)
  const root = mapStep(draft.root, step, (raw) =>
    to === null ? removeRoute(raw, route) : retargetRoute(raw, route, to),
  )
  return { ok: true, root, wanted: draft.normal }
}
