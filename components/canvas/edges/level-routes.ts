import type { DrawnNode } from '../expansion/compose-drawing.ts'
import { nodeSize } from '../measures.ts'
import { edgeLanes, endsOf, type LaneEdge } from './edge-lanes.ts'
import type { Lane } from './edge-path.ts'
import { labelPlaces } from './label-positions.ts'

/** The path of an edge and the place of its label, where they differ from the usual. */
export interface EdgeWay {
  readonly lane?: Lane
  readonly labelAt?: number
}

const usual: EdgeWay = {}

/** The ways of all edges, level by level: a frame is an obstacle only for edges outside of it. */
export function levelWays(
  nodes: readonly DrawnNode<{ readonly id: string }>[],
  edges: readonly LaneEdge[],
): ReadonlyMap<string, EdgeWay> {
  const ownerOf = new Map(nodes.map(({ node, owner }) => [node.id, owner]))
  const boxes = Map.groupBy(nodes, ({ owner }) => owner)
  const within = Map.groupBy(edges, ({ source }) => ownerOf.get(source) ?? null)
  const ways = [...within].flatMap(([owner, own]) => {
    const around = (boxes.get(owner) ?? []).map(({ node, position, frame }) => ({ id: node.id, position, ...frame }))
    const lanes = edgeLanes(around, own, nodeSize)
    const byId = new Map(around.map((node) => [node.id, node]))
    const drawn = own.flatMap((edge) => {
      const ends = endsOf(edge, byId, nodeSize)
      const { id, label, back, side } = edge
      return ends === null ? [] : [{ id, label, ...ends, shape: { back, side, lane: lanes.get(id) } }]
    })
    const cards = around.map(({ position: { x, y }, width, height }) => {
      return { left: x, right: x + (width ?? nodeSize.width), top: y, bottom: y + (height ?? nodeSize.height) }
    })
    const labels = labelPlaces(cards, drawn)
    return own.map(({ id }) => [id, wayOf(lanes.get(id), labels.get(id))] as const)
  })
  return new Map(ways)
}

function wayOf(lane: Lane | undefined, labelAt: number | undefined): EdgeWay {
  if (lane === undefined && labelAt === undefined) return usual
  return { ...(lane === undefined ? {} : { lane }), ...(labelAt === undefined ? {} : { labelAt }) }
}
