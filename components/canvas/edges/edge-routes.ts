import type { LaneEdge } from '#components/canvas/edges/edge-lanes.ts'
import { type EdgeRoute, levelRoutes } from '#components/canvas/edges/level-routes.ts'
import type { Drawing, DrawnNode } from '#components/canvas/expansion/compose-drawing.ts'
import type { Direction } from '#components/canvas/layout/direction.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { findById } from '../reuse-items.ts'
import { canvasTexts } from '../texts/canvas.ts'

/** The input from which the routes of edges are computed. */
export interface EdgeRoutesRequest {
  readonly nodes: readonly DrawnNode<{ readonly id: string }>[]
  readonly edges: readonly LaneEdge[]
  /** Top to bottom where it is absent. */
  readonly direction?: Direction
}
export type EdgeRoutes = ReadonlyMap<string, EdgeRoute>
/** Computes the routes of all edges asynchronously, without blocking the page. */
export type RequestEdgeRoutes = (request: EdgeRoutesRequest) => Promise<EdgeRoutes>

type Drawn = Drawing<{ readonly id: string }, GraphEdge>

/** Up to this number of changed edges, only these edges get new routes at first. */
const mostAlone = 24

/**
 * A cache of edge routes, valid as long as no node moves, no edge comes or goes, and no label changes. When a few edges
 * change, only they get a route at once, past the steps but without regard to other edges. `found` later receives the
 * routes of all edges, computed in full as when the workflow is opened.
 */
export function createEdgeRoutes(request: RequestEdgeRoutes, found: (routes: EdgeRoutes) => void) {
  let known: { readonly of: Drawn; readonly routes: EdgeRoutes } | null = null
  let rough: Drawn | null = null
  let isAsking = false

  const ask = async () => {
    if (isAsking) return
    isAsking = true
    while (rough !== null) {
      const asked: Drawn = rough
      rough = null
      // Without an answer the routes stay as they are.
      const routes = await request(requestOf(asked)).catch(() => null)
      if (routes === null || known?.of !== asked) continue
      known = { of: asked, routes }
      found(routes)
    }
    isAsking = false
  }
  return (drawing: Drawn): EdgeRoutes => {
    const isTurned = known !== null && known.of.direction !== drawing.direction
    const isAlike = known !== null && !isTurned && standAlike(known.of.nodes, drawing.nodes)
    if (known !== null && isAlike && leadAlike(known.of.edges, drawing.edges)) {
      return known.routes
    }
    const changed = known && !isTurned ? changedEdges(known.of, drawing) : null
    if (known === null || changed === null || changed.length > mostAlone) {
      rough = null
      known = { of: drawing, routes: routesOf(requestOf(drawing)) }
      return known.routes
    }
    const own = routesOf(around(drawing, changed))
    const { routes } = known
    const entries = drawing.edges.map(({ id }) => [id, own.get(id) ?? routes.get(id) ?? {}] as const)
    known = { of: drawing, routes: new Map(entries) }
    rough = drawing
    void ask()
    return known.routes
  }
}

/** Edges with all nodes beside them, across the direction of the drawing. */
function around({ nodes, direction }: Drawn, edges: readonly GraphEdge[]): EdgeRoutesRequest {
  const ids = new Set(edges.flatMap(({ source, target }) => [source, target]))
  const along = ({ position, frame, size = frame ?? nodeSize }: Nodes[number]) =>
    direction === 'right'
      ? ([position.x, position.x + size.width] as const)
      : ([position.y, position.y + size.height] as const)
  const spans = nodes.flatMap((one) => (ids.has(one.node.id) ? [along(one)[0]] : []))
  const [first, last] = [Math.min(...spans), Math.max(...spans)]
  const near = nodes.filter((one) => {
    const [from, to] = along(one)
    return from <= last && to >= first
  })
  return requestOf({ nodes: near, edges, direction })
}

export const routesOf = ({ nodes, edges, direction }: EdgeRoutesRequest): EdgeRoutes =>
  levelRoutes(nodes, edges, direction)

/** The request leaves out the steps themselves, because it may be sent to a worker. */
const requestOf = ({ nodes, edges, direction }: Pick<Drawn, 'nodes' | 'edges' | 'direction'>): EdgeRoutesRequest => ({
  direction,
  nodes: nodes.map(({ node: { id }, ...place }) => ({ ...place, node: { id } })),
  edges: edges.map(routedEdge),
})

type Nodes = Drawn['nodes']
const standsAlike = (before: Nodes[number] | undefined, { node, position, frame }: Nodes[number]) =>
  before?.node.id === node.id &&
  before.position.x === position.x &&
  before.position.y === position.y &&
  before.frame?.height === frame?.height &&
  before.frame?.width === frame?.width
const leadsAlike = (before: GraphEdge | undefined, edge: GraphEdge) =>
  before === edge || (before?.id === edge.id && before.back === edge.back && before.label === edge.label)

const standAlike = (before: Nodes, nodes: Nodes) =>
  before.length === nodes.length && nodes.every((node, index) => standsAlike(before[index], node))
const leadAlike = (before: readonly GraphEdge[], edges: readonly GraphEdge[]) =>
  before.length === edges.length && edges.every((edge, index) => leadsAlike(before[index], edge))

/** Edges that are new, have another label, or have an end at another place. */
function changedEdges(before: Drawn, { nodes, edges }: Drawn): readonly GraphEdge[] {
  const placed = findById(before.nodes.map((one) => ({ id: one.node.id, one })))
  const known = findById(before.edges)
  const moved = new Set(
    nodes.flatMap((one, index) => (standsAlike(placed(one.node.id, index)?.one, one) ? [] : [one.node.id])),
  )
  return edges.filter(
    (edge, index) => moved.has(edge.source) || moved.has(edge.target) || !leadsAlike(known(edge.id, index), edge),
  )
}

/** The words beside an edge: the way after a failure says so. */
export function edgeLabel({ kind, label }: Pick<GraphEdge, 'kind'> & { readonly label?: string | undefined }) {
  if (kind !== 'failure') return label
  return label === undefined ? canvasTexts.onError : `${canvasTexts.onError} ${label}`
}

/** Failure edges leave at the side, where their handle is. */
export const routedEdge = ({ id, source, target, back, kind, label }: GraphEdge): LaneEdge => ({
  id,
  source,
  target,
  back,
  side: kind === 'failure',
  label: edgeLabel({ kind, label }),
})
