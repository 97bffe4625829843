import { type FlowEdge, isOpenWay } from '#core/definition/control-flow.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { type RunState, stepState } from './state.ts'
import type { StepState } from './step-state.ts'
import type { SkipReason } from './words.ts'

/**
 * The state of an edge, which follows from its source (docs/lifecycle.md, Control flow). `live`: the source completed
 * and chose it, or was disabled, or was skipped by its own `when` or a person; `dead`: the source chose another; `failed`: the source
 * failed for good, or was skipped because of such a failure.
 */
export type EdgeState = 'undecided' | 'live' | 'dead' | 'failed'

export function edgeState(executable: ExecutableDefinition, state: RunState, edge: FlowEdge): EdgeState {
  if (edge.insertion !== undefined && !isOpenWay(edge.insertion, insertedBy(state, edge.insertion.after))) return 'dead'
  const source = stepState(state, edge.from)
  const { insertion } = edge
  // Behind steps that a DECISION inserted, the run goes on along the route of that DECISION.
  const decider = insertion?.from === undefined ? edge.from : insertion.after
  switch (source?.status) {
    case 'completed':
      if (source.jump !== undefined || edge.kind === 'failure') return 'dead'
      return edge.kind === 'route' ? takenIf(chosen(edge, routeOf(executable, state, decider))) : 'live'
    case 'failed':
      if (!source.handled) return 'failed'
      return takenIf(edge.kind === 'failure')
    case 'skipped':
      if (source.reason === 'dead' || source.reason === 'jump') return 'dead'
      if (!passedBy.has(source.reason)) return 'failed'
      if (edge.kind === 'failure') return 'dead'
      return edge.kind === 'route' ? takenIf(chosen(edge, routeOf(executable, state, decider))) : 'live'
    case 'running':
    case 'backing_off':
      // A FIRE_AND_FORGET step lets the run go on while it executes.
      return edge.kind !== 'failure' && executable.step(edge.from).type === 'FIRE_AND_FORGET' ? 'live' : 'undecided'
    default:
      return 'undecided'
  }
}

/** Reasons for which the run goes on behind a skipped step. */
const passedBy: ReadonlySet<SkipReason> = new Set(['when', 'disabled', 'operator'])

/** The route of a decided DECISION; a skipped DECISION takes its default. */
function routeOf(executable: ExecutableDefinition, state: RunState, name: string): number | undefined {
  const step = stepState(state, name)
  return step?.status === 'completed' ? step.route : defaultRoute(executable, name)
}

/** The rules by which the step inserted others, in the order of the inserted steps. */
export function insertedBy(state: RunState, name: string): readonly number[] {
  const step = stepState(state, name)
  return (step?.status === 'completed' ? step.inserted : undefined) ?? []
}

/**
 * Whether the step takes part in the run: a step of the text always does, an injectable step once it has been inserted.
 */
export function isInFlow(executable: ExecutableDefinition, state: RunState, name: string): boolean {
  const inserter = executable.inserterOf(name)
  return inserter === undefined || insertedBy(state, inserter.after).includes(inserter.rule)
}

function takenIf(taken: boolean): EdgeState {
  return taken ? 'live' : 'dead'
}

function chosen(edge: FlowEdge, route: number | undefined): boolean {
  return route !== undefined && edge.routes?.includes(route) === true
}

/** Index of the route without a condition, which a skipped DECISION takes. */
export function defaultRoute(executable: ExecutableDefinition, name: string): number | undefined {
  const step = executable.step(name)
  if (step.type !== 'DECISION') return undefined
  const index = step.routes.findIndex((route) => route.condition === undefined)
  return index === -1 ? undefined : index
}

/** Whether a LOOP is in a round, or a PARALLEL step has an item in the step. */
function runsNow(container: StepState | undefined, name: string): boolean {
  if (container?.status !== 'fanned_out') return container?.status === 'looping'
  return container.fan.flight.some((flying) => flying.status === 'in_step' && flying.branch === name)
}

/**
 * `decided`: the step has run, runs, or was skipped. All other values follow from its incoming edges. Back edges do not
 * count.
 */
export type Readiness = 'decided' | 'undecided' | 'ready' | 'dead' | 'failed'

export function readiness(executable: ExecutableDefinition, state: RunState, name: string): Readiness {
  const step = stepState(state, name)
  if (step !== undefined && step.status !== 'again') return 'decided'
  if (!isInFlow(executable, state, name)) return 'undecided'
  const container = executable.containerOf(name)
  if (container !== undefined && !runsNow(stepState(state, container.name), name)) return 'undecided'
  const flow = executable.flowOf(name)
  let live = step?.entered !== undefined
  let failed = false
  for (const edge of flow.incoming(name)) {
    if (edge.back) continue
    const now = edgeState(executable, state, edge)
    if (now === 'undecided') return 'undecided'
    if (now === 'live') live = true
    if (now === 'failed') failed = true
  }
  if (failed) return 'failed'
  return live || flow.roots.includes(name) ? 'ready' : 'dead'
}
