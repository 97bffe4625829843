import { type ControlFlow, type FlowEdge, flowOf } from '../control-flow.ts'
import { type Definition, END, rulesOf, type Step } from '../definition.ts'
import { branchLists, innerLists } from '../inner-lists.ts'

/**
 * The part of a definition that leads to one step, which becomes its end. A step within a loop is reached in the first
 * round, and an inserted step when its rule applies. Branches that lead elsewhere end the run. The remaining edges are
 * written out, so that leaving out a step does not join its neighbours. Null where a run never reaches the step.
 */
export function upTo(definition: Definition, name: string): Definition | null {
  const steps = stepsUpTo(definition.steps, name)
  return steps && { ...definition, steps }
}

function stepsUpTo(list: readonly Step[], name: string): readonly Step[] | null {
  const target = list.find((step) => isOrHolds(step, name))
  if (target === undefined) return null
  const flow = flowOf(list)
  const before = walk([target.name], (step) => flow.incoming(step).map(({ from }) => from))
  const reached = walk(flow.roots, (step) => flow.outgoing(step).map(({ to }) => to), target.name)
  const end = asEnd(target, name)
  if (end === null || !reached.has(target.name)) return null
  const reusable = new Set([...before].filter((step) => reached.has(step)))
  const steps = list
    .filter((step) => reusable.has(step.name))
    .map((step) => (step === target ? { ...end, ...waitsFor(step, flow, reusable) } : joined(step, flow, reusable)))
  // The first step of a list is one of its roots.
  const first = steps.findIndex((step) => flow.roots.includes(step.name))
  return [...steps.splice(first, 1), ...steps]
}

/**
 * The step that a test ends with: for a loop around the target, one round that goes no further; for a PARALLEL step
 * around it, that task alone; for a step that inserts the target, only the rule that does so.
 */
function asEnd(target: Step, name: string): Step | null {
  const end = withoutFlow(target)
  if (end.name === name) return end
  if (end.type === 'LOOP' && end.loop_body.some((step) => isOrHolds(step, name))) {
    const body = stepsUpTo(end.loop_body, name)
    return body && { ...end, loop_body: body, first_round_only: true }
  }
  if (end.type === 'PARALLEL' && branchLists(end).some(({ steps }) => steps.some((step) => isOrHolds(step, name)))) {
    return { ...end, ...(end.tasks !== undefined && { tasks: end.tasks.filter((task) => task.name === name) }) }
  }
  const rules = rulesOf(target).flatMap((rule) => {
    const inserted = stepsUpTo(rule.steps_to_insert, name)
    return inserted === null ? [] : [{ ...rule, steps_to_insert: inserted }]
  })
  return rules.length === 0 ? null : ({ ...end, dynamic_injection: { rules } } as Step)
}

/** The step itself, or a step that contains it: in the body of a loop, or among the steps of its rules. */
function isOrHolds(step: Step, name: string): boolean {
  return step.name === name || innerLists(step).some(({ steps }) => steps.some((inner) => isOrHolds(inner, name)))
}

/** The step with all its routes and its failure edge ending the run. */
export function withoutFlow(step: Step): Step {
  const { next: _next, dependencies: _before, on_failure: _failure, dynamic_injection: _injection, ...alone } = step
  if (step.type !== 'DECISION') return { ...alone, next: [END] } as Step
  return { ...alone, routes: step.routes.map((route) => ({ ...route, target: END })) } as Step
}

function joined(step: Step, flow: ControlFlow, reusable: ReadonlySet<string>): Step {
  const { next: _next, dependencies: _before, on_failure, ...rest } = step
  const handler = on_failure !== undefined && reusable.has(on_failure.target_step) ? { on_failure } : {}
  const waits = waitsFor(step, flow, reusable)
  if (rest.type === 'DECISION') {
    const routes = rest.routes.map((route) => (reusable.has(route.target) ? route : { ...route, target: END }))
    return { ...rest, ...handler, ...waits, routes } as Step
  }
  const targets = flow.outgoing(step.name).flatMap((edge) => (isLink(edge) && reusable.has(edge.to) ? [edge.to] : []))
  return { ...rest, ...handler, ...waits, next: targets.length === 0 ? [END] : targets } as Step
}

/**
 * A root has no dependencies. A step that depends on a DECISION which does not route to it needs an explicit
 * dependency.
 */
function waitsFor(step: Step, flow: ControlFlow, reusable: ReadonlySet<string>): Pick<Step, 'dependencies'> {
  if (flow.roots.includes(step.name)) return { dependencies: [] }
  const waits = flow
    .incoming(step.name)
    .flatMap(({ kind, from }) => (kind === 'dependency' && reusable.has(from) ? [from] : []))
  return waits.length === 0 ? {} : { dependencies: waits }
}

function isLink({ kind }: FlowEdge): boolean {
  return kind !== 'route' && kind !== 'failure'
}

/** All steps reachable from the starts; edges beyond `end` are not followed. */
function walk(starts: readonly string[], next: (step: string) => readonly string[], end?: string): Set<string> {
  const seen = new Set(starts)
  // The set grows while it is walked.
  for (const step of seen) if (step !== end) for (const other of next(step)) seen.add(other)
  return seen
}
