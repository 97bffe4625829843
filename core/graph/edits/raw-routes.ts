import { END } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { placeKey } from './key-order.ts'
import { isList, namesIn, withKey } from './raw-step.ts'

/**
 * Routes as the text has them: `{condition, target}` or `{condition, next}`,
 * and `{default}` or one without a condition. The definition counts the
 * conditional ones in order and the default last, wherever it is written; a
 * `next` of the DECISION stands in for a default that is missing.
 */

export interface RawRoute {
  /** Index in the written list; null for the `next` that stands in for a default. */
  readonly written: number | null
  /** Null on the default. */
  readonly condition: string | null
  readonly target: string
}

export function rawRoutes(step: JsonObject): readonly RawRoute[] {
  const routes = (isList(step.routes) ? step.routes : []).flatMap((route, written): RawRoute[] => {
    if (!isJsonObject(route)) return []
    const target = [route.default, route.target, route.next].find((name) => typeof name === 'string')
    if (typeof target !== 'string') return []
    const condition = route.default === undefined && typeof route.condition === 'string' ? route.condition : null
    return [{ written, condition, target }]
  })
  const conditional = routes.filter((route) => route.condition !== null)
  const defaults = routes.filter((route) => route.condition === null)
  const [next] = namesIn(step.next)
  if (defaults.length === 0 && next !== undefined && next !== END) defaults.push({ written: null, condition: null, target: next })
  return [...conditional, ...defaults]
}

/** Leads every route that goes to `from` elsewhere; null takes those routes out. */
export function retarget(step: JsonObject, from: string, to: string | null): JsonObject {
  return rawRoutes(step)
    .filter((route) => route.target === from)
    .reduceRight((changed, route) => (to === null ? removeRoute(changed, route) : retargetRoute(changed, route, to)), step)
}

export function retargetRoute(step: JsonObject, route: RawRoute, to: string): JsonObject {
  if (route.written === null) return withKey(step, 'next', isList(step.next) ? [to] : to)
  return changeRoute(step, route.written, (written) => {
    const key = ['default', 'target', 'next'].find((name) => typeof written[name] === 'string') as string
    return withKey(written, key, to)
  })
}

export function removeRoute(step: JsonObject, route: RawRoute): JsonObject {
  if (route.written === null) return withKey(step, 'next', undefined)
  const routes = (step.routes as readonly Json[]).filter((_, index) => index !== route.written)
  return withKey(step, 'routes', routes)
}

/** A new route: with a condition before the default, without one as the default or, if there is one, never taken yet. */
export function addRoute(step: JsonObject, target: string, condition: string | undefined): JsonObject {
  const routes = isList(step.routes) ? step.routes : []
  const existing = rawRoutes(step)
  const hasDefault = existing.some((route) => route.condition === null)
  if (condition === undefined && !hasDefault) return placeKey(step, 'routes', [...routes, { default: target }])
  const written = { condition: condition ?? 'false', target }
  const behind = Math.max(-1, ...existing.filter((route) => route.condition !== null).map((route) => route.written ?? -1))
  const firstDefault = existing.find((route) => route.condition === null)?.written ?? routes.length
  const place = behind === -1 ? Math.min(firstDefault, routes.length) : behind + 1
  return placeKey(step, 'routes', [...routes.slice(0, place), written, ...routes.slice(place)])
}

/** Gives a route another condition; null makes it the default. */
export function setCondition(step: JsonObject, route: RawRoute, condition: string | null): JsonObject {
  if (route.written === null) {
    return condition === null ? step : addRoute(withKey(step, 'next', undefined), route.target, condition)
  }
  return changeRoute(step, route.written, (written) => {
    if (condition === null) return { default: route.target, ...withoutRouteKeys(written) }
    if (route.condition !== null) return withKey(written, 'condition', condition)
    return { condition, target: route.target, ...withoutRouteKeys(written) }
  })
}

function changeRoute(step: JsonObject, written: number, change: (route: JsonObject) => JsonObject): JsonObject {
  const routes = step.routes as readonly Json[]
  return withKey(step, 'routes', routes.map((route, index) => (index === written ? change(route as JsonObject) : route)))
}

function withoutRouteKeys({ default: _default, target: _target, next: _next, condition: _condition, ...rest }: JsonObject): JsonObject {
  return rest
}
