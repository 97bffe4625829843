import { controlFlow } from '#core/definition/control-flow.ts'
import { type Definition, END, type Layout, type Route, type Step } from '#core/definition/definition.ts'
import { kindOf } from './decompile.ts'
import { type NormalEdge, normalId, settle, withFlow } from './flow/settle.ts'
import { edgeId, edgeRef, type Graph, type GraphEdge, type GraphNode } from './graph.ts'

export interface GraphProblem {
  readonly code: 'duplicate_step' | 'name_reserved' | 'position_invalid' | 'edge_dangling' | 'edge_not_expressible'
  readonly message: string
  /** The id of the node or edge. */
  readonly at: string
}

export interface Compiled {
  readonly definition: Definition
  readonly layout: Layout
  readonly problems: readonly GraphProblem[]
}

/**
 * The definition of a graph. Total: every graph has a definition, and a part that cannot be expressed in it is a
 * problem. Where the steps already mean the drawn edges, as in every decompiled graph, they are taken unchanged;
 * otherwise routes, `next` and `dependencies` are written out.
 */
export function compile(graph: Graph): Compiled {
  const problems: GraphProblem[] = []
  const nodes = new Map<string, GraphNode>()
  for (const node of graph.nodes) {
    if (node.id === END) problems.push({ code: 'name_reserved', message: 'No step can have the name END.', at: END })
    else if (!nodes.has(node.id)) nodes.set(node.id, node)
    else problems.push({ code: 'duplicate_step', message: `There are two steps ${node.id}.`, at: node.id })
  }
  const layout = layoutOf(nodes.values(), problems)
  const edges = new Map<string, GraphEdge>()
  for (const edge of graph.edges) {
    if (nodes.has(edge.source) && nodes.has(edge.target)) edges.set(edgeId(edgeRef(edge)), edge)
    else
      problems.push({
        code: 'edge_dangling',
        message: 'A connection starts or ends at a step that does not exist.',
        at: edge.id,
      })
  }
  const steps = [...nodes.values()].map(({ id, step }) => (step.name === id ? step : { ...step, name: id }))
  const written = { ...graph.workflow, steps }
  const definition = means(written, edges) ? written : writeOut(written, edges)
  const actual = edgeIds(definition)
  for (const [id, edge] of edges) {
    if (!actual.has(id)) {
      const message = `The connection from ${edge.source} to ${edge.target} cannot be saved.`
      problems.push({ code: 'edge_not_expressible', message, at: edge.id })
    }
  }
  return { definition, layout, problems }
}

function layoutOf(nodes: Iterable<GraphNode>, problems: GraphProblem[]): Layout {
  const places: [string, readonly [number, number]][] = []
  for (const { id, position, placed } of nodes) {
    if (!placed) continue
    if (Number.isFinite(position.x) && Number.isFinite(position.y)) places.push([id, [position.x, position.y]])
    else problems.push({ code: 'position_invalid', message: `${id} has no usable position.`, at: id })
  }
  return Object.fromEntries(places)
}

function edgeIds(definition: Definition): ReadonlySet<string> {
  return new Set(controlFlow(definition).edges.map(({ from, to, kind }) => edgeId({ from, to, kind: kindOf(kind) })))
}

function means(definition: Definition, edges: ReadonlyMap<string, GraphEdge>): boolean {
  const actual = edgeIds(definition)
  return actual.size === edges.size && [...edges.keys()].every((id) => actual.has(id))
}

function writeOut(definition: Definition, edges: ReadonlyMap<string, GraphEdge>): Definition {
  const bySource = new Map<string, GraphEdge[]>()
  const wanted = new Map<string, NormalEdge>()
  for (const edge of edges.values()) {
    bySource.set(edge.source, [...(bySource.get(edge.source) ?? []), edge])
    const { from, to, kind } = edgeRef(edge)
    if (kind === 'normal') wanted.set(normalId({ from, to }), { from, to })
  }
  const steps = definition.steps.map((step) => lead(step, bySource.get(step.name) ?? []))
  const led = { ...definition, steps }
  return withFlow(led, settle(led, wanted))
}

/** The step with its routes and its failure edge as drawn. */
function lead(step: Step, edges: readonly GraphEdge[]): Step {
  const failure = edges.find((edge) => edge.kind === 'failure')?.target
  const { on_failure: before, ...rest } = step
  const failing: Step =
    failure === undefined
      ? (rest as Step)
      : before?.target_step === failure
        ? step
        : { ...step, on_failure: { target_step: failure } }
  const drawn = edges.filter((edge) => edge.kind === 'route')
  return failing.type === 'DECISION' ? { ...failing, routes: routesAs(failing.routes, drawn) } : failing
}

function routesAs(routes: readonly Route[], drawn: readonly GraphEdge[]): Route[] {
  const targets = new Set(drawn.map((edge) => edge.target))
  const kept = routes.filter((route) => targets.has(route.target))
  const fresh = drawn.filter((edge) => !kept.some((route) => route.target === edge.target))
  const hasDefault = kept.some((route) => route.condition === undefined)
  const added = fresh.map((edge, index): Route => {
    if (!hasDefault && edge.label === undefined && index === fresh.length - 1) return { target: edge.target }
    return { condition: edge.label ?? '', target: edge.target }
  })
  const isDefault = (route: Route) => route.condition === undefined
  const all = [...kept, ...added]
  return [...all.filter((route) => !isDefault(route)), ...all.filter(isDefault)]
}
