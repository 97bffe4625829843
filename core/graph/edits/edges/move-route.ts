import type { Json } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { rawRoutes } from '../raw/raw-routes.ts'
import { mapStep, stepNamed, withKey } from '../raw/raw-step.ts'

/** Moves a conditional route among the others: routes are evaluated in order. */
export function moveRoute(draft: Draft, { step, route, to }: Extract<Edit, { type: 'move_route' }>): Outcomes {
  const all = rawRoutes(stepNamed(draft.root, step))
  const [from, onto] = [all[route], all[to]].map((one) =>
    one === undefined || one.condition === null ? null : one.written,
  )
  if (typeof from !== 'number' || typeof onto !== 'number') {
    return refuse('not_allowed', 'Only routes with a condition have an order; the default is always tried last.')
  }
  const root = mapStep(draft.root, step, (raw) => {
    const routes = [...(raw.routes as readonly Json[])]
    routes.splice(onto, 0, ...routes.splice(from, 1))
    return withKey(raw, 'routes', routes)
  })
  return { ok: true, root }
}
