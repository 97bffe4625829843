import { controlFlow, type FlowEdge, isOpenWay, runFlowOf } from '#core/definition/control-flow.ts'
import { type Definition, type Layout, type Route, rulesOf, type Step } from '#core/definition/definition.ts'
import { type EdgeKind, edgeId, type Graph, type GraphEdge, type GraphNode } from './graph.ts'

/** Distance between default positions, in pixels. */
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
  const nodes = steps.map((step, index) => {
    const place = Object.hasOwn(layout, step.name) ? layout[step.name] : undefined
    return place === undefined ? nodeAt(step, 0, index * row, false) : nodeAt(step, place[0], place[1], true)
  })
  return { workflow, nodes, edges: flow.map((edge) => edgeOf(edge, routes.get(edge.from))) }
}

/** The latest nodes and edges by step and by edge: their sources are immutable. */
const nodesOf = new WeakMap<Step, GraphNode>()
const edgesOf = new WeakMap<FlowEdge, { readonly routes: readonly Route[] | undefined; readonly edge: GraphEdge }>()

function nodeAt(step: Step, x: number, y: number, placed: boolean): GraphNode {
  const known = nodesOf.get(step)
  if (known?.position.x === x && known.position.y === y && known.placed === placed) return known
  const node = { id: step.name, step, position: { x, y }, placed, ...(step.disabled && { disabled: true as const }) }
  nodesOf.set(step, node)
  return node
}

function edgeOf(flow: FlowEdge, routes: readonly Route[] | undefined): GraphEdge {
  const known = edgesOf.get(flow)
  if (known !== undefined && known.routes === routes) return known.edge
  const edge = graphEdge(flow, routes)
  edgesOf.set(flow, { routes, edge })
  return edge
}

/** The graph of a run: with the steps that rules have inserted, by inserting step. */
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

/** The canvas's name for the four kinds of edges. */
export function kindOf(kind: FlowEdge['kind']): EdgeKind {
  return kind === 'route' || kind === 'failure' ? kind : 'normal'
}

function graphEdge(edge: FlowEdge, routes: readonly Route[] = []): GraphEdge {
  // A former edge of a DECISION starts at the inserted steps, which have chosen nothing themselves.
  const isMoved = edge.insertion?.from !== undefined
  const kind = isMoved ? 'normal' : kindOf(edge.kind)
  const ends = { id: edgeId({ from: edge.from, to: edge.to, kind }), source: edge.from, target: edge.to }
  if (isMoved || edge.routes === undefined) return { ...ends, kind, back: edge.back }
  const label = edge.routes.map((index) => routes[index]?.condition ?? 'otherwise').join(' or ')
  return { ...ends, kind, back: edge.back, routes: edge.routes, label }
}
