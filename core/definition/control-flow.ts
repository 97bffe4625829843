import { limits } from '#core/limits.ts'
import type { Severity } from '../text-range.ts'
import type { Definition, Step } from './definition.ts'
import { decidedEdge, type FlowEdge, type FoundEdge } from './flow/edge.ts'
import { findEdges } from './flow/find-edges.ts'
import { withInsertions } from './flow/insertions.ts'
import { depthFirst, groupBy } from './flow/search.ts'
import { findTraps } from './flow/traps.ts'

export { type FlowEdge, isOpenWay } from './flow/edge.ts'

export interface FlowProblem {
  readonly code: 'STEP_UNREACHABLE' | 'ENDLESS_LOOP' | 'NO_FIRST_STEP' | 'TOO_MANY_EDGES'
  readonly severity: Severity
  readonly message: string
  /** The step of a problem; absent where it concerns the whole list. */
  readonly step?: string
}

/**
 * The edges of a definition (docs/lifecycle.md, Control flow): made from the text by four rules, back edges found once
 * by depth-first search from the roots. Steps within a loop body have a flow of their own.
 */
export interface ControlFlow {
  /** Steps that are ready when the run begins, in text order. */
  readonly roots: string[]
  readonly edges: FlowEdge[]
  incoming(step: string): readonly FlowEdge[]
  /** In text order of the targets. */
  outgoing(step: string): readonly FlowEdge[]
  /** Position in the text by name. */
  readonly order: Map<string, number>
  readonly problems: FlowProblem[]
}

export function controlFlow(definition: Definition): ControlFlow {
  return flowOf(definition.steps)
}

/** The flow of one list of steps: of a workflow, or of a loop's body. */
export function flowOf(steps: readonly Step[]): ControlFlow {
  const known = flows.get(steps)
  if (known !== undefined) return known
  const { edges, roots } = findEdges(steps)
  const flow = flowThrough(steps, edges, roots)
  flows.set(steps, flow)
  return flow
}

/** Flows by list: lists of steps are immutable, so each flow is computed once. */
const flows = new WeakMap<readonly Step[], ControlFlow>()

/** Registers the flow of another list as the flow of this one. */
export function rememberFlow(steps: readonly Step[], flow: ControlFlow): ControlFlow {
  flows.set(steps, flow)
  return flow
}

/** The flow with all steps that a run may insert; `steps`: all steps, in the order of the text. */
export function runFlowOf(list: readonly Step[]): { readonly flow: ControlFlow; readonly steps: readonly Step[] } {
  const { edges, roots } = findEdges(list)
  const all = withInsertions(list, edges)
  return { flow: flowThrough(all.steps, all.edges, roots), steps: all.steps }
}

function flowThrough(steps: readonly Step[], found: readonly FoundEdge[], roots: string[]): ControlFlow {
  const order = new Map<string, number>()
  for (const [index, { name }] of steps.entries()) if (!order.has(name)) order.set(name, index)
  const placeOf = (name: string) => order.get(name) as number
  const sorted = found.toSorted((a, b) => placeOf(a.from) - placeOf(b.from) || placeOf(a.to) - placeOf(b.to))
  const leading = groupBy(sorted, ({ from }) => from)
  const reached = new Set<string>()
  const back = new Set(depthFirst(roots, leading, reached))
  const unreached = [...order.keys()].filter((name) => !reached.has(name))
  for (const id of depthFirst(unreached, leading, reached)) back.add(id)

  const edges = sorted.map((edge) => decidedEdge(edge, back.has(edge.id)))
  // Lazy, because most callers read only the edges.
  const incoming = once(() => groupBy(edges, ({ to }) => to))
  const outgoing = once(() => groupBy(edges, ({ from }) => from))
  const problems = once(() => [
    ...startProblems(steps, roots),
    ...(roots.length === 0 ? [] : unreached.map(unreachable)),
    ...findTraps(steps, sorted).map((part) => endless(part, placeOf)),
    ...edgeProblems(edges.length),
  ])
  return {
    roots,
    edges,
    incoming: (step) => incoming().get(step) ?? [],
    outgoing: (step) => outgoing().get(step) ?? [],
    order,
    get problems() {
      return problems()
    },
  }
}

function once<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | null = null
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

function startProblems(steps: readonly Step[], roots: readonly string[]): FlowProblem[] {
  const [first] = steps
  if (first === undefined || roots.length > 0) return []
  const message = `No step can start: each waits for another. Remove what the first step, ${first.name}, waits for.`
  return [{ code: 'NO_FIRST_STEP', severity: 'error', message, step: first.name }]
}

function unreachable(step: string): FlowProblem {
  const message = `Nothing leads to ${step}, so it never runs. Connect it by a next, a route or an on_failure, or remove it.`
  return { code: 'STEP_UNREACHABLE', severity: 'warning', message, step }
}

function endless(part: readonly string[], placeOf: (name: string) => number): FlowProblem {
  const names = part.toSorted((a, b) => placeOf(a) - placeOf(b))
  const [first = ''] = names
  const circle = names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  const message =
    names.length === 1
      ? `${first} leads back to itself forever. Add a DECISION that can leave the loop.`
      : `${circle} form a loop that never ends. Add a DECISION or an on_failure that leaves the loop.`
  return { code: 'ENDLESS_LOOP', severity: 'error', message, step: first }
}

function edgeProblems(count: number): FlowProblem[] {
  if (count <= limits.definition.edges) return []
  const message = `The workflow has ${count} connections; the limit is ${limits.definition.edges}. Move a part of it into a sub-workflow.`
  return [{ code: 'TOO_MANY_EDGES', severity: 'error', message }]
}
