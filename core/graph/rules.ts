import { END, type Step } from '#core/definition/definition.ts'
import { stepNameProblem } from '#core/definition/names.ts'
import type { EdgeKind, EdgeRef, Graph } from './graph.ts'
import { levelsOf, levelWith } from './levels.ts'

export type Permission = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

const yes: Permission = { allowed: true }
const no = (reason: string): Permission => ({ allowed: false, reason })

/** May an edge of this kind begin at a step, whatever its target? Checked before a new step is drawn from a handle. */
export function canLeadOn(graph: Graph, from: string, kind: EdgeKind): Permission {
  const source = graph.nodes.find((node) => node.id === from)
  if (source === undefined) return no(`There is no step ${from}.`)
  const decides = source.step.type === 'DECISION'
  if (kind === 'route' && !decides) return no(`Only a DECISION has routes; ${from} is not one.`)
  if (kind === 'normal' && decides) return no(`${from} is a DECISION: draw a route instead.`)
  if (kind === 'failure' && graph.edges.some((edge) => edge.source === from && edge.kind === 'failure')) {
    return no(`${from} already has a failure connection.`)
  }
  return yes
}

/**
 * May an edge of this kind join two steps, wherever in the workflow they stand? Mouse, keyboard and `applyEdit` use
 * this check.
 */
export function canConnect(whole: Graph, from: string, to: string, kind: EdgeKind): Permission {
  const graph = levelWith(whole, from)
  const leadsOn = canLeadOn(graph, from, kind)
  if (!leadsOn.allowed) return leadsOn
  if (kind === 'route' && to === END) return yes
  if (levelWith(whole, to) !== graph) return crossing
  if (!graph.nodes.some((node) => node.id === to)) return no(`There is no step ${to}.`)
  if (from === to) return no('A step cannot lead to itself.')
  if (hasEdge(graph, { from, to, kind })) return no(`${from} already leads to ${to}.`)
  if (kind === 'normal' && closesTrap(graph, from, to)) {
    return no(
      `Connecting ${from} to ${to} would create an endless loop. Add a DECISION or a failure connection that leaves it.`,
    )
  }
  return yes
}

const crossing = no('A connection cannot lead into or out of a loop or a PARALLEL step.')

/**
 * The steps that edges of newly added steps, as from a paste, may lead to: those of the same list, because no edge
 * enters or leaves a loop.
 */
export function targetsIn(level: Graph): ReadonlySet<string> {
  return new Set(level.nodes.map(({ id }) => id))
}

/** The kind of edge that a plain drag from a step means. */
export function defaultKind(graph: Graph, from: string): EdgeKind {
  const source = graph.nodes.find((node) => node.id === from)
  return source?.step.type === 'DECISION' ? 'route' : 'normal'
}

/** Names of the steps that `from` may be joined to, in the order of the text. */
export function validTargets(graph: Graph, from: string, kind: EdgeKind): string[] {
  return graph.nodes.map((node) => node.id).filter((to) => canConnect(graph, from, to, kind).allowed)
}

/** May one end of an edge be moved? The edge itself does not count as an obstacle. */
export function canReconnect(whole: Graph, edge: EdgeRef, from: string, to: string): Permission {
  const graph = levelWith(whole, edge.from)
  if (!hasEdge(graph, edge)) return no('That connection no longer exists.')
  if ([from, to].some((end) => end !== END && levelWith(whole, end) !== graph)) return crossing
  const others = graph.edges.filter((other) => !sameEdge(edge, other.source, other.target, other.kind))
  return canConnect({ ...graph, edges: others }, from, to, edge.kind)
}

export function canRemove(graph: Graph, steps: readonly string[]): Permission {
  if (steps.length === 0) return no('Nothing is selected.')
  const absent = steps.find((name) => !graph.nodes.some((node) => node.id === name))
  return absent === undefined ? yes : no(`There is no step ${absent}.`)
}

/**
 * Are all of these steps in the workflow's own list? Steps within a loop can neither be grouped nor be extracted as a
 * workflow.
 */
export function areOwn(graph: Graph, steps: readonly string[]): Permission {
  const isIn = ({ nodes }: Graph, name: string) => nodes.some(({ id }) => id === name)
  const others = steps.filter((name) => !isIn(graph, name))
  const inner = others.find((name) => levelsOf(graph).some((level) => isIn(level, name)))
  if (inner === undefined) return yes
  return no(`${inner} is inside another step. Only top-level steps can be grouped or extracted.`)
}

export function canRename(graph: Graph, step: string, name: string): Permission {
  if (!graph.nodes.some((node) => node.id === step)) return no(`There is no step ${step}.`)
  if (name !== step && graph.nodes.some((node) => node.id === name)) return no(`A step named ${name} already exists.`)
  return canBeName(name)
}

/** May a step have this name, apart from uniqueness? Unusual names are allowed; a problem reports them. */
export function canBeName(name: string): Permission {
  if (name.trim() === '') return no('A step needs a name.')
  const problem = stepNameProblem(name)
  return problem?.severity === 'error' ? no(problem.message) : yes
}

/** Is there such an edge? A route to the end counts as one. */
export function hasEdge(graph: Graph, edge: EdgeRef): boolean {
  if (edge.to === END)
    return edge.kind === 'route' && graph.nodes.some(({ id, step }) => id === edge.from && routesToEnd(step))
  return graph.edges.some((other) => sameEdge(edge, other.source, other.target, other.kind))
}

const routesToEnd = (step: Step) => step.type === 'DECISION' && step.routes.some(({ target }) => target === END)

function sameEdge(edge: EdgeRef, source: string, target: string, kind: EdgeKind): boolean {
  return edge.from === source && edge.to === target && edge.kind === kind
}

/** Would this edge close a cycle without a DECISION and without a failure edge? Such a cycle never ends. */
function closesTrap(graph: Graph, from: string, to: string): boolean {
  const forth = reach(graph, to, 'source', 'target')
  if (!forth.has(from)) return false
  const back = reach(graph, from, 'target', 'source')
  const circle = new Set([...forth].filter((name) => back.has(name)))
  const decides = graph.nodes.some((node) => circle.has(node.id) && node.step.type === 'DECISION')
  const fails = graph.edges.some((edge) => edge.kind === 'failure' && circle.has(edge.source))
  return !decides && !fails
}

function reach(graph: Graph, start: string, near: 'source' | 'target', far: 'source' | 'target'): Set<string> {
  const beside = new Map<string, string[]>()
  for (const edge of graph.edges) beside.set(edge[near], [...(beside.get(edge[near]) ?? []), edge[far]])
  const seen = new Set([start])
  for (const name of seen) for (const next of beside.get(name) ?? []) seen.add(next)
  return seen
}
