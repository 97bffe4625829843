import { END } from '#core/definition/definition.ts'
import { edgeId, type Graph, type GraphEdge, type GraphNode } from './graph.ts'

/**
 * The beginning and the ends of a graph as edges. They are a view: the text expresses them by the order of the steps,
 * by an absent `next` and by END.
 */
export interface Terminals {
  /** Edges from the start to the steps that are ready when the run begins. */
  readonly starts: readonly GraphEdge[]
  /** Edges from a step to the end. Each step has an end of its own, so that no edge crosses the picture to reach it. */
  readonly ends: readonly GraphEdge[]
  /** The terminals are the fork and the join of a PARALLEL step, which its branches share. */
  readonly isFork?: true
}

/** Ids of the nodes: no valid step has a name that begins with `_fabric_`. */
export const startId = '_fabric_start'
export const endIdOf = (step: string): string => `_fabric_end/${step}`

/**
 * In the frame of a step only what a reader could not guess is drawn: a decision that ends the round, or the workflow,
 * and the fork and the join of branches.
 */
export const innerTerminals = (terminals: Terminals): Terminals =>
  terminals.isFork ? terminals : { starts: [], ends: terminals.ends.filter(({ kind }) => kind === 'route') }

/** Computed once: graphs are immutable. */
const known = new WeakMap<Graph, Terminals>()

/** Registers the start and the ends of a graph that was made from another one. */
export function rememberTerminals(graph: Graph, terminals: Terminals): Graph {
  known.set(graph, terminals)
  return graph
}

export function terminalsOf(graph: Graph): Terminals {
  const found = known.get(graph) ?? find(graph)
  known.set(graph, found)
  return found
}

function find({ nodes, edges }: Graph): Terminals {
  const left = new Set(edges.flatMap(({ source, kind }) => (kind === 'failure' ? [] : [source])))
  return {
    starts: nodes.flatMap((node, index) => (isRoot(node, index) ? [startAt(node)] : [])),
    ends: nodes.flatMap((node) => edgeToEnd(node, left.has(node.id)) ?? []),
  }
}

/** A step that waits for no other: the first one, or one that says so. */
const isRoot = ({ step: { dependencies } }: GraphNode, index: number) =>
  dependencies === undefined ? index === 0 : dependencies.length === 0

function startAt({ id }: GraphNode): GraphEdge {
  const ends = { from: startId, to: id, kind: 'normal' } as const
  return { id: edgeId(ends), source: startId, target: id, kind: 'normal', back: false, terminal: 'start' }
}

function edgeToEnd({ id, step }: GraphNode, leadsOn: boolean): GraphEdge | null {
  const ways = { source: id, target: endIdOf(id), back: false, terminal: 'end' } as const
  if (step.type !== 'DECISION') {
    return leadsOn ? null : { ...ways, id: edgeId({ from: id, to: END, kind: 'normal' }), kind: 'normal' }
  }
  const routes = step.routes.flatMap(({ target }, index) => (target === END ? [index] : []))
  if (routes.length === 0) return null
  const label = routes.map((index) => step.routes[index]?.condition ?? 'otherwise').join(' or ')
  return { ...ways, id: edgeId({ from: id, to: END, kind: 'route' }), kind: 'route', routes, label }
}
