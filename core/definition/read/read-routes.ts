import type { Json, JsonObject } from '#core/json.ts'
import type { KeySpec } from '../catalogue/key-spec.ts'
import { routeKeys } from '../catalogue/nested-keys.ts'
import type { Route } from '../definition.ts'
import { mapAt, readKeys } from './read-keys.ts'
import { readPlainValue } from './read-value.ts'
import type { SourceLocation } from './source-location.ts'

/**
 * The routes of a DECISION, in their order: the index of a route is its index in the text. An incomplete route keeps
 * its place with the condition `false`, which is never taken, and its problem stops publishing.
 */
export function readRoutes(value: Json, location: SourceLocation): readonly Route[] {
  if (!Array.isArray(value)) {
    location.error('TYPE_WRONG', 'routes must be a list of conditions and targets.')
    return []
  }
  if (value.length === 0) location.error('KEY_MISSING', 'The DECISION has no routes. Add a condition and a target.')
  const routes = value.map((item: Json, index) => readRoute(item, location.child(index)))
  const first = routes.findIndex((route) => route.condition === undefined)
  for (const [index, route] of routes.entries()) {
    if (first === -1 || index <= first) continue
    if (route.condition === undefined)
      location.child(index).error('DEFAULT_TWICE', 'There is already a default. Keep one of them.')
    else
      location
        .child(index)
        .error(
          'ROUTE_UNREACHABLE',
          'This route is never reached: the default above is always taken. Move the default to the end.',
        )
  }
  return routes
}

const neverTaken = 'Add a condition for this route.'
const nowhere: Route = { condition: 'false', target: '' }

function readRoute(value: Json, location: SourceLocation): Route {
  const map = mapAt(value, location, 'A route')
  if (map === undefined) return nowhere
  const isConditional = Object.hasOwn(map, 'condition')
  const specs = isConditional ? conditionalKeys : routeKeys
  const {
    condition,
    target,
    default: otherwise,
  } = readKeys(map, location, { specs, read: readRouteValue, what: 'A route' })
  if (typeof otherwise === 'string') {
    if (!isConditional && target === undefined) return { target: otherwise }
    location.child('default').error('ROUTE_INVALID', 'A route has either a default, or a condition and a target.', {
      atKey: true,
    })
  }
  if (typeof target !== 'string') missingTarget(map, location, isConditional)
  const to = typeof target === 'string' ? target : ''
  if (!isConditional) return to === '' ? nowhere : { target: to }
  // `false` is the placeholder condition of a new route until the author writes a real one.
  if (condition === 'false') location.child('condition').warning('ROUTE_NEVER_TAKEN', neverTaken)
  return { condition: typeof condition === 'string' ? condition : 'false', target: to }
}

/** A written condition must not be empty: an empty one must not become a default. */
const conditionalKeys: readonly KeySpec[] = routeKeys.map((spec) =>
  spec.key === 'condition' ? { ...spec, required: true } : spec,
)

function missingTarget(map: JsonObject, location: SourceLocation, isConditional: boolean): void {
  if (['target', 'next', 'next_step', 'default'].some((key) => Object.hasOwn(map, key))) return
  const key = isConditional ? 'target' : 'default'
  location.child(key).error('KEY_MISSING', 'The route has no target. Set a step, or END.')
}

function readRouteValue(spec: KeySpec, value: Json, location: SourceLocation): Json | undefined {
  return spec.kind === 'step' ? readStepName(value, location) : readPlainValue(spec, value, location)
}

/** The name of a step; whether the step exists is checked once all names are known. */
export function readStepName(value: Json, location: SourceLocation): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return value
  if (typeof value === 'number' || typeof value === 'boolean') return location.written()
  location.error('TYPE_WRONG', 'This must be the name of a step.')
  return undefined
}
