import { edgeLanes, type LaneEdge } from '../edge-lanes.ts'
import type { Lane } from '../edge-path.ts'
import { nodeSize } from '../node-card.tsx'
import type { DrawnNode } from './compose-drawing.ts'

/** The lanes of all edges, level by level: a frame is in the way of those outside of it alone. */
export function levelLanes(
  nodes: readonly DrawnNode<{ readonly id: string }>[],
  edges: readonly LaneEdge[],
): ReadonlyMap<string, Lane> {
  const ownerOf = new Map(nodes.map(({ node, owner }) => [node.id, owner]))
  const boxes = Map.groupBy(nodes, ({ owner }) => owner)
  const within = Map.groupBy(edges, ({ source }) => ownerOf.get(source) ?? null)
  const lanes = [...within].flatMap(([owner, own]) => {
    const around = (boxes.get(owner) ?? []).map(({ node, position, frame }) => ({ id: node.id, position, ...frame }))
    return [...edgeLanes(around, own, nodeSize)]
  })
  return new Map(lanes)
}
