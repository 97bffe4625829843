import { END, type Step } from '../definition.ts'
import { edgeId, type FoundEdge } from './edge.ts'

/**
 * The edges of a list of steps by the four rules of docs/lifecycle.md, and its roots. Unknown names make no edge.
 * Between two steps there is at most one unconditional edge (`next`, else dependency, else order), one route and one
 * failure edge.
 */
export function findEdges(steps: readonly Step[]): { readonly edges: readonly FoundEdge[]; readonly roots: string[] } {
  const names = new Set(steps.map(({ name }) => name))
  const named = namedElsewhere(steps)
  const edges = new Map<string, FoundEdge>()
  const linked = new Set<FoundEdge['id']>()
  const roots: string[] = []

  const add = (edge: FoundEdge) => {
    if (names.has(edge.from) && names.has(edge.to)) edges.set(edge.id, edge)
  }
  /** `next`, a dependency or the order: the first one that makes the edge counts. */
  const link = ({ pair, edge }: Link) => {
    if (linked.has(pair)) return
    linked.add(pair)
    add(edge)
  }

  for (const step of steps) {
    const { routes, links, failure } = waysOf(step)
    for (const edge of routes) add(edge)
    for (const onward of links) link(onward)
    if (failure !== undefined) add(failure)
  }
  for (const [index, step] of steps.entries()) {
    const above = steps[index - 1]
    if (step.dependencies !== undefined) {
      if (step.dependencies.length === 0) roots.push(step.name)
      for (const { route, ...waited } of waitsOf(step, step.dependencies)) if (!edges.has(route)) link(waited)
    } else if (above === undefined) roots.push(step.name)
    else if (above.type !== 'DECISION' && above.next === undefined && !named.has(step.name)) {
      link(orderLink(above, step.name))
    }
  }
  return { edges: [...edges.values()], roots }
}

/** An unconditional edge, and its two steps. */
interface Link {
  readonly pair: string
  readonly edge: FoundEdge
}

interface Ways {
  readonly routes: readonly FoundEdge[]
  readonly links: readonly Link[]
  readonly failure: FoundEdge | undefined
}

interface Wait extends Link {
  /** The route that makes a dependency on its DECISION redundant. */
  readonly route: string
}

/** Edges by step: steps are immutable, so the edges of each are made once. */
const ways = new WeakMap<Step, Ways>()
const waits = new WeakMap<Step, readonly Wait[]>()
const orders = new WeakMap<Step, Link>()

function waysOf(step: Step): Ways {
  const known = ways.get(step)
  if (known !== undefined) return known
  const { name, on_failure: handler } = step
  const isDecision = step.type === 'DECISION'
  const onward = isDecision ? [] : (step.next ?? []).filter((to) => to !== END)
  const found = {
    routes: isDecision ? routeEdges(name, step.routes) : [],
    links: onward.map((to) => linkOf('next', name, to)),
    failure: handler && edgeOf('failure', name, handler.target_step),
  }
  ways.set(step, found)
  return found
}

function waitsOf(step: Step, dependencies: readonly string[]): readonly Wait[] {
  const known = waits.get(step)
  if (known !== undefined) return known
  const found = dependencies.map((from) => ({
    ...linkOf('dependency', from, step.name),
    route: edgeId('route', from, step.name),
  }))
  waits.set(step, found)
  return found
}

function orderLink(above: Step, below: string): Link {
  const known = orders.get(above)
  if (known?.edge.to === below) return known
  const found = linkOf('order', above.name, below)
  orders.set(above, found)
  return found
}

function linkOf(kind: FoundEdge['kind'], from: string, to: string): Link {
  return { pair: JSON.stringify([from, to]), edge: edgeOf(kind, from, to) }
}

function edgeOf(kind: FoundEdge['kind'], from: string, to: string): FoundEdge {
  return { id: edgeId(kind, from, to), from, to, kind }
}

/** Steps that some `next` or `on_failure` names: these do not follow the step above them by order. */
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
