import { type Edit, refuse } from '../../edit.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { rawRoutes, setCondition } from '../raw/raw-routes.ts'
import { mapStep, stepNamed } from '../raw/raw-step.ts'

/** Sets the condition of a route; null makes it the only default. */
export function setRouteCondition(draft: Draft, edit: Extract<Edit, { type: 'set_route_condition' }>): Outcomes {
  const { step, condition } = edit
  const routes = rawRoutes(stepNamed(draft.root, step))
  const route = routes[edit.route]
  if (route === undefined) return refuse('edge_missing', `${step} has no such route.`)
  const other = routes.find((candidate) => candidate.condition === null && candidate !== route)
  if (condition === null && other !== undefined) {
    return refuse('not_allowed', `${step} already has a default: ${other.target}.`)
  }
  return {
    ok: true,
    root: mapStep(draft.root, step, (raw) => setCondition(raw, route, condition)),
    wanted: draft.normal,
  }
}
