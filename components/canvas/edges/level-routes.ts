import type { DrawnNode } from '../expansion/compose-drawing.ts'
import { type Direction, turnedPoint, turnedSize } from '../layout/direction.ts'
import { nodeSize } from '../measures.ts'
import { edgeLanes, endsOf, type LaneEdge } from './edge-lanes.ts'
import type { Lane } from './edge-path.ts'
import { labelPositions } from './label-positions.ts'

/** The route of an edge: its lane and the position of its label, where these differ from the default. */
export interface EdgeRoute {
  readonly lane?: Lane
  readonly labelAt?: number
}

const usual: EdgeRoute = {}

/**
 * The routes of all edges, level by level: a frame is an obstacle only for edges outside of it. In a drawing from left
 * to right the lanes have swapped axes, as `edgePath` expects them.
 */
export function levelRoutes(
  nodes: readonly DrawnNode<{ readonly id: string }>[],
  edges: readonly LaneEdge[],
  direction: Direction = 'down',
): ReadonlyMap<string, EdgeRoute> {
  const narrow = direction === 'right'
  const size = narrow ? { ...turnedSize(nodeSize), narrow } : nodeSize
  const ownerOf = new Map(nodes.map(({ node, owner }) => [node.id, owner]))
  const boxes = Map.groupBy(nodes, ({ owner }) => owner)
  const within = Map.groupBy(edges, ({ source }) => ownerOf.get(source) ?? null)
  const routes = [...within].flatMap(([owner, own]) => {
    const around = (boxes.get(owner) ?? []).map(
      ({ node: { id }, position, frame, size: ownSize = frame ?? nodeSize }) =>
        narrow ? { id, position: turnedPoint(position), ...turnedSize(ownSize) } : { id, position, ...ownSize },
    )
    const lanes = edgeLanes(around, own, size)
    const byId = new Map(around.map((node) => [node.id, node]))
    const drawn = own.flatMap((edge) => {
      const ends = endsOf(edge, byId, size)
      const { id, label, back, side } = edge
      return ends === null ? [] : [{ id, label, ...ends, shape: { back, side, narrow, lane: lanes.get(id) } }]
    })
    const cards = around.map(({ position: { x, y }, width, height }) => {
      return { left: x, right: x + width, top: y, bottom: y + height }
    })
    const labels = labelPositions(cards, drawn)
    return own.map(({ id }) => [id, routeOf(lanes.get(id), labels.get(id))] as const)
  })
  return new Map(routes)
}

function routeOf(lane: Lane | undefined, labelAt: number | undefined): EdgeRoute {
  if (lane === undefined && labelAt === undefined) return usual
  return { ...(lane === undefined ? {} : { lane }), ...(labelAt === undefined ? {} : { labelAt }) }
}
