import type { Drawing } from '#components/canvas/expansion/compose-drawing.ts'
import { type EdgeWay, levelWays } from '#components/canvas/expansion/level-ways.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import type { SceneNode } from './scene.ts'

/** The ways of edges, kept as long as nothing moves, no edge comes or goes, and none says something else. */
export function createWays() {
  let known: { of: Drawing<SceneNode, GraphEdge>; ways: ReadonlyMap<string, EdgeWay> } | null = null
  return (drawing: Drawing<SceneNode, GraphEdge>): ReadonlyMap<string, EdgeWay> => {
    const ways =
      known !== null && standAlike(known.of.nodes, drawing.nodes) && leadAlike(known.of.edges, drawing.edges)
        ? known.ways
        : levelWays(drawing.nodes, drawing.edges.map(wayEdge))
    known = { of: drawing, ways }
    return ways
  }
}

type Drawn = Drawing<SceneNode, GraphEdge>['nodes']
const standAlike = (before: Drawn, nodes: Drawn) =>
  before.length === nodes.length &&
  nodes.every(({ node, position, frame }, index) => {
    const old = before[index]
    return (
      old?.node.id === node.id &&
      old.position.x === position.x &&
      old.position.y === position.y &&
      old.frame?.height === frame?.height
    )
  })

const leadAlike = (before: readonly GraphEdge[], edges: readonly GraphEdge[]) =>
  before.length === edges.length &&
  edges.every((edge, index) => {
    const old = before[index]
    return old === edge || (old?.id === edge.id && old.back === edge.back && old.label === edge.label)
  })

/** Failure edges leave at the side, where their handle is. */
const wayEdge = ({ id, source, target, back, kind, label }: GraphEdge) => ({
  id,
  source,
  target,
  back,
  side: kind === 'failure',
  label,
})
