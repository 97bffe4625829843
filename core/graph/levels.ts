import { innerLists } from '#core/definition/inner-lists.ts'
import type { Graph, GraphEdge } from './graph.ts'
import { innerGraph } from './inner-graph.ts'
import { terminalsOf } from './terminals.ts'

/**
 * The workflow's own graph, followed by the graphs of all loop bodies and all lists that rules insert: edges join steps
 * of one level only.
 */
export function levelsOf(graph: Graph): readonly Graph[] {
  const levels = [graph]
  for (const { nodes, workflow } of levels) {
    for (const { step } of nodes) {
      for (const { steps } of innerLists(step)) levels.push(innerGraph(steps, workflow))
    }
  }
  return levels
}

/** The level of a step; the workflow's own level for an unknown step. */
export function levelWith(graph: Graph, step: string): Graph {
  const has = ({ nodes }: Graph) => nodes.some(({ id }) => id === step)
  return has(graph) ? graph : (levelsOf(graph).find(has) ?? graph)
}

/** An edge by its id, also one to an end. */
export function findEdge(graph: Graph, id: string): GraphEdge | undefined {
  for (const level of levelsOf(graph)) {
    const hasId = (edge: GraphEdge) => edge.id === id
    const found = level.edges.find(hasId) ?? terminalsOf(level).ends.find(hasId)
    if (found !== undefined) return found
  }
  return undefined
}
