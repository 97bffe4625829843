import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { placeKey } from './key-order.ts'
import { namesIn, withKey } from './raw-step.ts'

/**
 * Routes in the text's form: `{condition, target}` or `{condition, next}`, and `{default}` or a route without a
 * condition. Their indexes equal those of the definition's routes; a `next` of the DECISION that replaces a missing
 * default is the last route.
 */
export interface RawRoute {
  /** Index in the written list; null for a `next` that replaces the default. */
  readonly written: number | null
  /** Null on the default. */
  readonly condition: string | null
  /** Empty where the route leads nowhere. */
  readonly target: string
}

export function rawRoutes(step: JsonObject): readonly RawRoute[] {
  const routes = (isJsonList(step.routes) ? step.routes : []).map((route, written): RawRoute => {
    if (!isJsonObject(route)) return { written, condition: '', target: '' }
    const conditional = Object.hasOwn(route, 'condition')
    const [key] = targetKeys(route)
    const target = key === undefined ? '' : String(route[key])
    if (!conditional && target !== '') return { written, condition: null, target }
    return { written, condition: conditional ? String(route.condition) : '', target }
  })
  const [next] = namesIn(step.next)
  if (next === undefined || routes.some((route) => route.condition === null)) return routes
  return [...routes, { written: null, condition: null, target: next }]
}

/** The present keys that may name a route's target, the effective one first. */
function targetKeys(route: JsonObject): readonly string[] {
  const targets = ['target', 'next', 'next_step']
  const keys = Object.hasOwn(route, 'condition') ? [...targets, 'default'] : ['default', ...targets]
  return keys.filter((key) => typeof route[key] === 'string')
}

/** Changes the target of every route to `from`; null removes these routes. */
export function retarget(step: JsonObject, from: string, to: string | null): JsonObject {
  return rawRoutes(step)
    .filter((route) => route.target === from)
    .reduceRight(
      (changed, route) => (to === null ? removeRoute(changed, route) : retargetRoute(changed, route, to)),
      step,
    )
}

export function retargetRoute(step: JsonObject, route: RawRoute, to: string): JsonObject {
  if (route.written === null) return withKey(step, 'next', isJsonList(step.next) ? [to] : to)
  return changeRoute(step, route.written, (written) => {
    // An entry that is no map yet, as while it is typed, has neither a condition nor a target.
    if (!isJsonObject(written)) return { condition: '', target: to }
    const [key = 'target'] = targetKeys(written)
    return withKey(written, key, to)
  })
}

export function removeRoute(step: JsonObject, route: RawRoute): JsonObject {
  if (route.written === null) return withKey(step, 'next', undefined)
  const routes = (step.routes as readonly Json[]).filter((_, index) => index !== route.written)
  return withKey(step, 'routes', routes)
}

/**
 * Adds a route: with a condition before the default; with null as the default. Without a condition, and where there is
 * a default already, its condition is empty until the author writes one.
 */
export function addRoute(step: JsonObject, target: string, condition: string | null | undefined): JsonObject {
  const routes = isJsonList(step.routes) ? step.routes : []
  const existing = rawRoutes(step)
  const hasDefault = existing.some((route) => route.condition === null)
  if (condition === null && !hasDefault) return placeKey(step, 'routes', [...routes, { default: target }])
  const written = { condition: condition ?? '', target }
  const place = existing.find((route) => route.condition === null)?.written ?? routes.length
  return placeKey(step, 'routes', [...routes.slice(0, place), written, ...routes.slice(place)])
}

/** Gives a route another condition; null makes it the default, which is tried last. */
export function setCondition(step: JsonObject, route: RawRoute, condition: string | null): JsonObject {
  if (route.written === null) {
    return condition === null ? step : addRoute(withKey(step, 'next', undefined), route.target, condition)
  }
  if (condition === null) return asDefault(step, route.written, route.target)
  return changeRoute(step, route.written, (written) => {
    if (route.condition !== null) return withKey(written, 'condition', condition)
    return { condition, target: route.target, ...withoutRouteKeys(written) }
  })
}

function asDefault(step: JsonObject, written: number, target: string): JsonObject {
  const routes = step.routes as readonly Json[]
  const made = { default: target, ...withoutRouteKeys(routes[written] as JsonObject) }
  return withKey(step, 'routes', [...routes.filter((_, index) => index !== written), made])
}

function changeRoute(step: JsonObject, written: number, change: (route: JsonObject) => JsonObject): JsonObject {
  const routes = step.routes as readonly Json[]
  return withKey(
    step,
    'routes',
    routes.map((route, index) => (index === written ? change(route as JsonObject) : route)),
  )
}

function withoutRouteKeys({
  default: _default,
  target: _target,
  next: _next,
  condition: _condition,
  ...rest
}: JsonObject): JsonObject {
  return rest
}
