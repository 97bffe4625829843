import { controlFlow, type FlowEdge, isOpenWay, runFlowOf } from '#core/definition/control-flow.ts'
import { type Definition, type Layout, type Route, rulesOf, type Step } from '#core/definition/definition.ts'
import { type EdgeKind, edgeId, type Graph, type GraphEdge, type GraphNode } from './graph.ts'

/** Distance between guessed positions, in pixels. */
const row = 120

/** The graph of a definition: its nodes in the order of the text, its edges by the four rules of the control flow. */
export function decompile(definition: Definition, layout: Layout): Graph {
  return graphOf(definition, definition.steps, controlFlow(definition).edges, layout)
}

function graphOf(
  { steps: _, ...workflow }: Definition,
  steps: readonly Step[],
  flow: readonly FlowEdge[],
  layout: Layout,
): Graph {
  const routes = new Map(steps.flatMap((step) => (step.type === 'DECISION' ? [[step.name, step.routes] as const] : [])))
  const places = new Map(Object.entries(layout))
  const nodes = steps.map((step, index): GraphNode => {
    const place = places.get(step.name)
    const position = place === undefined ? { x: 0, y: index * row } : { x: place[0], y: place[1] }
    return { id: step.name, step, position, placed: place !== undefined }
  })
  const edges = flow.map((edge) => graphEdge(edge, routes.get(edge.from)))
  return { workflow, nodes, edges }
}

/** The graph of a run: with what rules have inserted, by the step that has them. */
export function decompileRun(
  definition: Definition,
  layout: Layout,
  insertedBy: (step: string) => readonly number[],
): Graph {
  const { flow, steps } = runFlowOf(definition.steps)
  const there = new Set(
    definition.steps.flatMap((step) => [
      step.name,
      ...insertedBy(step.name).flatMap((rule) => rulesOf(step)[rule]?.steps_to_insert.map(({ name }) => name) ?? []),
    ]),
  )
  const open = flow.edges.filter(({ from, to, insertion }) => {
    if (!there.has(from) || !there.has(to)) return false
    return insertion === undefined || isOpenWay(insertion, insertedBy(insertion.after))
  })
  return graphOf(
    definition,
    steps.filter(({ name }) => there.has(name)),
    open,
    layout,
  )
}

/** The canvas's word for the four kinds of the control flow. */
export function kindOf(kind: FlowEdge['kind']): EdgeKind {
  return kind === 'route' || kind === 'failure' ? kind : 'normal'
}

function graphEdge(edge: FlowEdge, routes: readonly Route[] = []): GraphEdge {
  // What led from a DECISION leads from what it inserted, and that has chosen nothing itself.
  const isMoved = edge.insertion?.from !== undefined
  const kind = isMoved ? 'normal' : kindOf(edge.kind)
  const ends = { id: edgeId({ from: edge.from, to: edge.to, kind }), source: edge.from, target: edge.to }
  if (isMoved || edge.routes === undefined) return { ...ends, kind, back: edge.back }
  const label = edge.routes.map((index) => routes[index]?.condition ?? 'otherwise').join(' or ')
  return { ...ends, kind, back: edge.back, routes: edge.routes, label }
}
