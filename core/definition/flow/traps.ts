import { END, type Step } from '../definition.ts'
import type { FoundEdge } from './edge.ts'
import { circles } from './search.ts'

/**
 * Cycles that a run would never leave: no DECISION in them can choose a way out, and no failure edge leads out. Jumps
 * of functions are not known here and do not count. Two kinds: cycles of unconditional edges, and cycles whose every
 * way leads back in.
 */
export function findTraps(steps: readonly Step[], edges: readonly FoundEdge[]): readonly (readonly string[])[] {
  const names = steps.map(({ name }) => name)
  const byName = new Map(steps.map((step) => [step.name, step]))
  const failures = edges.filter((edge) => edge.kind === 'failure')
  const always = circles(
    names,
    edges.filter((edge) => isAlwaysTaken(edge, byName)),
  )
  const caught = new Set(always.flat())
  const closed = circles(names, edges).filter(
    (part) => !part.some((name) => caught.has(name)) && !decides(part, edges, byName),
  )
  return [...always, ...closed].filter((part) => !leaves(part, failures))
}

/** A DECISION whose every route leads to one step, the default included, does not decide. */
function isAlwaysTaken(edge: FoundEdge, byName: ReadonlyMap<string, Step>): boolean {
  if (edge.kind !== 'route') return edge.kind !== 'failure'
  const step = byName.get(edge.from)
  if (step?.type !== 'DECISION') return false
  return step.routes.at(-1)?.condition === undefined && step.routes.every(({ target }) => target === edge.to)
}

function decides(part: readonly string[], edges: readonly FoundEdge[], byName: ReadonlyMap<string, Step>): boolean {
  const routes = edges.filter((edge) => edge.kind === 'route')
  return leaves(part, routes) || part.some((name) => hasRouteToEnd(byName.get(name)))
}

function hasRouteToEnd(step: Step | undefined): boolean {
  return step?.type === 'DECISION' && step.routes.some(({ target }) => target === END)
}

function leaves(part: readonly string[], edges: readonly FoundEdge[]): boolean {
  const inside = new Set(part)
  return edges.some(({ from, to }) => inside.has(from) && !inside.has(to))
}
