import { findBackEdges, trappedCycles } from './cycles.ts'
import { type Definition, END, type Step } from './definition.ts'

/**
 * Which step may follow which: the edges that a definition implies, by the four
 * rules of its specification, and what is wrong with them. `END` is never a
 * target. Two steps are joined by at most one edge besides a failure edge; the
 * first rule that asks for it gives it its kind. References to steps that do
 * not exist draw nothing here: the parser reports them at their place.
 */
export interface FlowEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly kind: 'order' | 'next' | 'dependency' | 'route' | 'failure'
  /** `route`: indexes of the DECISION's routes that lead here, in the order they are tried. */
  readonly routes?: readonly number[]
  /** It leads back to where the walk came from: it does not count for readiness; taking it begins an iteration. */
  readonly back: boolean
}

export interface FlowProblem {
  readonly code: 'ENDLESS_CYCLE' | 'UNREACHABLE_STEP'
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly step: string
}

export interface ControlFlow {
  readonly roots: readonly string[]
  readonly edges: readonly FlowEdge[]
  incoming(step: string): readonly FlowEdge[]
  outgoing(step: string): readonly FlowEdge[]
  /** Position of each step in the text. */
  readonly order: ReadonlyMap<string, number>
  readonly problems: readonly FlowProblem[]
}

export function controlFlow(definition: Pick<Definition, 'steps'>): ControlFlow {
  const { steps } = definition
  const order = new Map(steps.map((step, index) => [step.name, index]))
  const roots = steps.filter(isRoot).map((step) => step.name)
  const drawn = drawEdges(steps, order)
  const back = findBackEdges(roots, drawn, order)
  const edges = drawn.map((edge) => (back.has(edge.id) ? { ...edge, back: true } : edge))
  const incoming = Map.groupBy(edges, (edge) => edge.to)
  const outgoing = Map.groupBy(edges, (edge) => edge.from)
  return {
    roots,
    edges,
    order,
    incoming: (step) => incoming.get(step) ?? none,
    outgoing: (step) => outgoing.get(step) ?? none,
    problems: [...cycleProblems(steps, edges), ...reachProblems(steps, roots, outgoing)],
  }
}

const none: readonly FlowEdge[] = []

/** The first step is a root unless it waits for others; an empty list of dependencies makes any step one. */
function isRoot(step: Step, index: number): boolean {
  return step.dependencies ? step.dependencies.length === 0 : index === 0
}

function drawEdges(steps: readonly Step[], order: ReadonlyMap<string, number>): readonly FlowEdge[] {
  const drawn = new Map<string, FlowEdge>()
  const draw = (edge: Pick<FlowEdge, 'from' | 'to' | 'kind' | 'routes'>) => {
    const id = `${edge.from} ${edge.kind === 'failure' ? 'fails' : 'then'} ${edge.to}`
    if (order.has(edge.from) && order.has(edge.to) && !drawn.has(id)) drawn.set(id, { id, ...edge, back: false })
  }
  for (const step of steps) {
    for (const [to, routes] of routesByTarget(step)) draw({ from: step.name, to, kind: 'route', routes })
    for (const to of nextOf(step)) draw({ from: step.name, to, kind: 'next' })
    if (step.on_failure) draw({ from: step.name, to: step.on_failure.target_step, kind: 'failure' })
  }
  for (const step of steps) {
    for (const from of step.dependencies ?? []) draw({ from, to: step.name, kind: 'dependency' })
  }
  const named = new Set(
    steps.flatMap((step) => [...nextOf(step), ...(step.on_failure ? [step.on_failure.target_step] : [])]),
  )
  steps.forEach((step, index) => {
    const above = steps[index - 1]
    if (!above || above.type === 'DECISION' || above.next || step.dependencies || named.has(step.name)) return
    draw({ from: above.name, to: step.name, kind: 'order' })
  })
  return [...drawn.values()]
}

/** A DECISION's `next` is its default route, so the parser has made a route of it. */
function nextOf(step: Step): readonly string[] {
  return step.type === 'DECISION' ? [] : (step.next ?? []).filter((target) => target !== END)
}

function routesByTarget(step: Step): ReadonlyMap<string, readonly number[]> {
  const routes = new Map<string, number[]>()
  if (step.type !== 'DECISION') return routes
  step.routes.forEach(({ target }, index) => {
    if (target !== END) routes.set(target, [...(routes.get(target) ?? []), index])
  })
  return routes
}

function cycleProblems(steps: readonly Step[], edges: readonly FlowEdge[]): readonly FlowProblem[] {
  const byName = new Map(steps.map((step) => [step.name, step]))
  const canLeave = (name: string, cycle: ReadonlySet<string>) => {
    const step = byName.get(name)
    if (step?.on_failure && !cycle.has(step.on_failure.target_step)) return true
    // A DECISION without a default fails when no condition holds: that leaves, too.
    return (
      step?.type === 'DECISION' &&
      (step.routes.some(({ target }) => !cycle.has(target)) ||
        step.routes.every((route) => route.condition !== undefined))
    )
  }
  return trappedCycles(
    steps.map((step) => step.name),
    edges,
    canLeave,
  ).map((cycle) => ({
    code: 'ENDLESS_CYCLE',
    severity: 'error',
    step: cycle[0],
    message: `${cycle.join(' → ')} → ${cycle[0]} never ends. Put a DECISION into the cycle with a route that leaves it.`,
  }))
}

function reachProblems(
  steps: readonly Step[],
  roots: readonly string[],
  outgoing: ReadonlyMap<string, readonly FlowEdge[]>,
): readonly FlowProblem[] {
  const reached = new Set<string>()
  const waiting = [...roots]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    for (const edge of outgoing.get(name) ?? []) waiting.push(edge.to)
  }
  return steps
    .filter((step) => !reached.has(step.name))
    .map((step) => ({
      code: 'UNREACHABLE_STEP',
      severity: 'warning',
      step: step.name,
      message: `Nothing leads to ${step.name}: it never runs. Connect a step to it, or remove it.`,
    }))
}
