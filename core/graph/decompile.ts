import { controlFlow, type FlowEdge } from '#core/definition/control-flow.ts'
import type { Definition, Layout, Route } from '#core/definition/definition.ts'
import { type EdgeKind, edgeId, type Graph, type GraphEdge, type GraphNode } from './graph.ts'

/** Distance between guessed positions, in pixels. */
const row = 120

/** The graph of a definition: its nodes in the order of the text, its edges by the four rules of the control flow. */
export function decompile(definition: Definition, layout: Layout): Graph {
  const { steps, ...workflow } = definition
  const routes = new Map(steps.flatMap((step) => (step.type === 'DECISION' ? [[step.name, step.routes] as const] : [])))
  const places = new Map(Object.entries(layout))
  const nodes = steps.map((step, index): GraphNode => {
    const place = places.get(step.name)
    const position = place === undefined ? { x: 0, y: index * row } : { x: place[0], y: place[1] }
    return { id: step.name, step, position, placed: place !== undefined }
  })
  const edges = controlFlow(definition).edges.map((edge) => graphEdge(edge, routes.get(edge.from)))
  return { workflow, nodes, edges }
}

/** The canvas's word for the four kinds of the control flow. */
export function kindOf(kind: FlowEdge['kind']): EdgeKind {
  return kind === 'route' || kind === 'failure' ? kind : 'normal'
}

function graphEdge(edge: FlowEdge, routes: readonly Route[] = []): GraphEdge {
  const kind = kindOf(edge.kind)
  const ends = { id: edgeId({ from: edge.from, to: edge.to, kind }), source: edge.from, target: edge.to }
  if (edge.routes === undefined) return { ...ends, kind, back: edge.back }
  const label = edge.routes.map((index) => routes[index]?.condition ?? 'otherwise').join(' or ')
  return { ...ends, kind, back: edge.back, routes: edge.routes, label }
}
