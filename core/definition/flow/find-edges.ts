import { END, type Step } from '../definition.ts'
import { edgeId, type FoundEdge } from './edge.ts'

/**
 * The edges of a list of steps by the four rules of design 3, and its roots.
 * Names that are not there lead nowhere. Between two steps there is at most one
 * edge that is always taken (`next`, else dependency, else order), one route
 * and one failure edge.
 */
export function findEdges(steps: readonly Step[]): { readonly edges: readonly FoundEdge[]; readonly roots: string[] } {
  const names = new Set(steps.map(({ name }) => name))
  const named = namedElsewhere(steps)
  const edges = new Map<string, FoundEdge>()
  const linked = new Set<string>()
  const roots: string[] = []

  const add = (edge: FoundEdge) => {
    if (names.has(edge.from) && names.has(edge.to)) edges.set(edge.id, edge)
  }
  /** `next`, a dependency or the order: the first that says so counts. */
  const link = (kind: 'next' | 'dependency' | 'order', from: string, to: string) => {
    const pair = JSON.stringify([from, to])
    if (linked.has(pair)) return
    linked.add(pair)
    add({ id: edgeId(kind, from, to), from, to, kind })
  }

  for (const step of steps) {
    if (step.type === 'DECISION') for (const edge of routeEdges(step.name, step.routes)) add(edge)
    else for (const to of step.next ?? []) if (to !== END) link('next', step.name, to)
    const handler = step.on_failure?.target_step
    if (handler !== undefined)
      add({ id: edgeId('failure', step.name, handler), from: step.name, to: handler, kind: 'failure' })
  }
  for (const [index, step] of steps.entries()) {
    const above = steps[index - 1]
    if (step.dependencies !== undefined) {
      if (step.dependencies.length === 0) roots.push(step.name)
      for (const from of step.dependencies) {
        if (!edges.has(edgeId('route', from, step.name))) link('dependency', from, step.name)
      }
    } else if (above === undefined) roots.push(step.name)
    else if (above.type !== 'DECISION' && above.next === undefined && !named.has(step.name)) {
      link('order', above.name, step.name)
    }
  }
  return { edges: [...edges.values()], roots }
}

/** Steps that some `next` or `on_failure` names: they do not follow the one above them. */
function namedElsewhere(steps: readonly Step[]): ReadonlySet<string> {
  const named = new Set<string>()
  for (const step of steps) {
    if (step.type !== 'DECISION') for (const name of step.next ?? []) named.add(name)
    if (step.on_failure !== undefined) named.add(step.on_failure.target_step)
  }
  return named
}

export function routeEdges(from: string, routes: readonly { readonly target: string }[]): readonly FoundEdge[] {
  const byTarget = new Map<string, number[]>()
  for (const [index, { target }] of routes.entries()) {
    if (target === END) continue
    const found = byTarget.get(target)
    if (found === undefined) byTarget.set(target, [index])
    else found.push(index)
  }
  return [...byTarget].map(([to, indexes]) => ({
    id: edgeId('route', from, to),
    from,
    to,
    kind: 'route',
    routes: indexes,
  }))
}
