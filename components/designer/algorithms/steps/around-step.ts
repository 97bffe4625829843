import type { Edit, NewEdge } from '#core/graph/edit.ts'
import { type EdgeRef, edgeRef, type Graph, type GraphEdge } from '#core/graph/graph.ts'
import { defaultKind } from '#core/graph/rules.ts'
import { designerTexts } from '../../texts/designer.ts'

/** The connection of a new step: an edge to split, a step to follow, or a step to precede. */
export interface Joined {
  readonly onEdge?: EdgeRef
  readonly connect?: Omit<NewEdge, 'to'>
  readonly before?: string
}

/** Adds a step right after another: into its only outgoing edge, or as one more edge; a DECISION gets a route. */
export function joinedAfter(graph: Graph, step: string): Joined {
  const kind = defaultKind(graph, step)
  const [way, ...others] = graph.edges.filter((edge) => edge.source === step && edge.kind !== 'failure')
  if (way !== undefined && others.length === 0 && kind === 'normal') return { onEdge: edgeRef(way) }
  return { connect: { from: step, kind } }
}

/** Adds a step right before another: into its only incoming edge, or in front of all incoming edges. */
export function joinedBefore(graph: Graph, step: string): Joined {
  const [way, ...others] = graph.edges.filter((edge) => edge.target === step)
  return way !== undefined && others.length === 0 ? { onEdge: edgeRef(way) } : { before: step }
}

/** Redirects all incoming edges of a step to a new step, and connects the new step to the step. */
export function takeWaysOf(graph: Graph, step: string, fresh: { name: string; decides: boolean }): readonly Edit[] {
  const ways = graph.edges.filter((edge) => edge.target === step && edge.source !== step)
  return [
    ...ways.map((edge): Edit => ({ type: 'reconnect', edge: edgeRef(edge), to: fresh.name })),
    fresh.decides
      ? { type: 'connect', from: fresh.name, to: step, kind: 'route', condition: null }
      : { type: 'connect', from: fresh.name, to: step, kind: 'normal' },
  ]
}

export type Reordering =
  | { readonly ok: true; readonly edits: readonly Edit[] }
  | { readonly ok: false; readonly why: string }

/** Swaps a step with the step before or after it in the run; a branch of a DECISION is tried earlier or later. */
export function reordered(graph: Graph, step: string, direction: 'up' | 'down'): Reordering {
  const [way, ...others] = graph.edges.filter((edge) => edge.target === step && !edge.back)
  if (way?.kind === 'route' && others.length === 0) return reorderedRoute(graph, way, direction)
  if (direction === 'down') {
    const [on, ...more] = graph.edges.filter((edge) => edge.source === step && edge.kind === 'normal')
    if (on === undefined || more.length > 0) return refused(step)
    return swapped(graph, step, on.target)
  }
  if (way === undefined || others.length > 0) return refused(step)
  return swapped(graph, way.source, step)
}

const refused = (step: string): Reordering => ({
  ok: false,
  why: designerTexts.canOnlySwapWithStep(step),
})

function swapped(graph: Graph, upper: string, lower: string): Reordering {
  const between = { from: upper, to: lower, kind: 'normal' } as const
  const out = (from: string) => graph.edges.filter((edge) => edge.source === from && edge.kind !== 'failure')
  const into = graph.edges.filter((edge) => edge.target === upper)
  const onlyWay = (edges: readonly GraphEdge[]) =>
    edges.length === 1 && edges[0]?.kind === 'normal' && edges[0].source === upper && edges[0].target === lower
  const on = out(lower)
  const joins = graph.edges.filter((edge) => edge.target === lower)
  const plain = on.every((edge) => edge.kind === 'normal' && edge.target !== upper && edge.target !== lower)
  if (!onlyWay(out(upper)) || !onlyWay(joins) || !plain) return refused(lower)
  return {
    ok: true,
    edits: [
      { type: 'disconnect', edge: between },
      ...on.map((edge): Edit => ({ type: 'reconnect', edge: edgeRef(edge), from: upper })),
      ...into.map((edge): Edit => ({ type: 'reconnect', edge: edgeRef(edge), to: lower })),
      { type: 'connect', from: lower, to: upper, kind: 'normal' },
      ...reorderEdits(graph, upper, lower),
    ],
  }
}

/** On the canvas too, where both have a place. */
function reorderEdits(graph: Graph, upper: string, lower: string): readonly Edit[] {
  const [one, other] = [upper, lower].map((name) => graph.nodes.find((node) => node.id === name))
  if (!one?.placed || !other?.placed) return []
  return [{ type: 'move', positions: { [upper]: other.position, [lower]: one.position } }]
}

/** A branch of a DECISION is tried earlier or later. */
export function reorderedRoute(graph: Graph, way: GraphEdge, direction: 'up' | 'down'): Reordering {
  const route = way.routes?.[0] ?? 0
  const tried = graph.edges
    .filter((edge) => edge.source === way.source && edge.kind === 'route')
    .map((edge) => edge.routes?.[0] ?? 0)
    .toSorted((a, b) => a - b)
  const to = tried[tried.indexOf(route) + (direction === 'up' ? -1 : 1)]
  if (to === undefined) {
    return { ok: false, why: designerTexts.isBranchOf(way.target, direction === 'up' ? 'first' : 'last', way.source) }
  }
  return { ok: true, edits: [{ type: 'move_route', step: way.source, route, to }] }
}
