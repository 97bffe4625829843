import type { Graph, GraphEdge } from '#core/graph/graph.ts'
import { rememberTerminals, terminalsOf } from '#core/graph/terminals.ts'

/** The id of a step in a drawing of more than one workflow. */
export const idWithin = (owner: string, step: string): string => `${owner}/${step}`

/** A graph whose ids differ from those of every other workflow in the drawing; steps keep their names. */
export function withOwner(graph: Graph, owner: string): Graph {
  const edge = (one: GraphEdge): GraphEdge => ({
    ...one,
    id: idWithin(owner, one.id),
    source: idWithin(owner, one.source),
    target: idWithin(owner, one.target),
  })
  const { starts, ends, ...kind } = terminalsOf(graph)
  const owned: Graph = {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, id: idWithin(owner, node.id) })),
    edges: graph.edges.map(edge),
  }
  return rememberTerminals(owned, { ...kind, starts: starts.map(edge), ends: ends.map(edge) })
}
