import { rulesOf, type Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { canonical } from '#core/definition/schema/canonical.ts'
import type { Json } from '#core/json.ts'
import { edgeState, readiness } from '../edges.ts'
import type { Carried } from '../events/operator-event.ts'
import { effectsSoFar } from '../evolve/phase.ts'
import { downstreamOf } from '../reach.ts'
import { type RunState, stepState } from '../state.ts'
import type { DecidedStep, Reopened, StepState } from '../step-state.ts'

/** A run that has ended, and the definition by which it ran. */
export interface EndedRun {
  readonly executable: ExecutableDefinition
  readonly state: RunState
}

export type CarryOver =
  | { readonly ok: true; readonly carried: Carried; readonly kept: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly step?: string }

/**
 * The results of an ended run that a run by the definition `next` may begin with: all results that are in force, except those of
 * `fromStep` and all steps downstream. Refused when `next` could not have come to them: a step is gone or of another
 * type, a route no longer exists, or a step in front of a result has none.
 */
export function carryOver(run: EndedRun, next: ExecutableDefinition, fromStep?: string): CarryOver {
  const { executable, state } = run
  if (state.outcome === null) return refuse('The run has not ended. Cancel it first, or rerun it from the start.')
  if (state.code !== undefined) {
    return refuse(
      'Code runs from its top and takes over no results. Rerun it without its results, or retry this run: that replays its history.',
    )
  }
  const again = fromStep === undefined ? new Set<string>() : downstreamOf(executable, fromStep)
  const steps: Record<string, DecidedStep | Reopened> = {}
  const kept = executable.steps.map(({ name }) => name).filter((name) => !again.has(name) && stands(run, name))
  for (const name of kept) {
    const misfit = misfitOf(executable.step(name), next, name)
    if (misfit !== null) return refuse(misfit, name)
    const fitted = reusableResult(run, next, name)
    if (typeof fitted === 'string') return refuse(fitted, name)
    steps[name] = fitted
  }
  for (const [name, before] of Object.entries(state.steps)) {
    const { entered } = before
    if (entered === undefined || steps[name] !== undefined || steps[entered] === undefined) continue
    if (!next.has(name)) return refuse(`The run continued at ${name}, which no longer exists.`, name)
    steps[name] = { status: 'again', iteration: 1, visits: 0, attempt: 0, attemptsBefore: 0, entered }
  }
  const carried = { ...withResults(run, kept), steps }
  const broken = brokenWay(next, { ...state, ...carried, outcome: null, open: [] }, kept)
  return broken ?? { ok: true, kept, carried }
}

function refuse(message: string, step?: string): CarryOver & { readonly ok: false } {
  return { ok: false, message, ...(step !== undefined && { step }) }
}

/**
 * Whether the step has a result that was not taken back. Steps that were not chosen follow again from the choices made.
 */
function stands({ executable, state }: EndedRun, name: string): boolean {
  const step = stepState(state, name)
  if (step === undefined || step.undone || executable.containerOf(name) !== undefined) return false
  if (step.status === 'failed') return step.handled
  // A disabled step is judged by the definition with which the run goes on.
  if (step.status === 'skipped') return step.reason === 'when' || step.reason === 'operator' || step.reason === 'jump'
  return step.status === 'completed'
}

function misfitOf(before: Step, next: ExecutableDefinition, name: string): string | null {
  if (!next.has(name)) return `${name} has a result, but the step no longer exists.`
  const around = next.containerOf(name)
  if (around !== undefined) return `${name} has a result, but is part of ${around.name} now.`
  const after = next.step(name)
  if (after.type !== before.type) return `${name} has a result as ${before.type}, but is a ${after.type} step now.`
  const leads = [before, after].map((step) => step.on_failure?.target_step)
  return leads[0] === leads[1] ? null : `${name} has a result, but its failure connection has changed.`
}

/** The carried state of the step, with its route numbered as in `next`. */
function reusableResult(
  { executable, state }: EndedRun,
  next: ExecutableDefinition,
  name: string,
): DecidedStep | string {
  const { fan: _fan, rounds: _rounds, ...step } = stepState(state, name) as DecidedStep & StepState
  const [before, after] = [executable.step(name), next.step(name)]
  if (step.status !== 'completed') return step
  if (step.inserted !== undefined && !same(rulesOf(before), rulesOf(after))) {
    return `${name} has inserted steps, but its rules have changed.`
  }
  if (step.route === undefined || before.type !== 'DECISION' || after.type !== 'DECISION') return step
  const target = before.routes[step.route]?.target
  const route = after.routes.findIndex((each) => each.target === target)
  return route === -1 ? `${name} chose ${target}, which is no longer one of its routes.` : { ...step, route }
}

function same(one: unknown, other: unknown): boolean {
  return canonical(one as Json) === canonical(other as Json)
}

/** The outputs, writes and compensations of the kept steps, those within kept steps included. */
function withResults({ executable, state }: EndedRun, kept: readonly string[]): Omit<Carried, 'steps'> {
  const isKept = (name: string) => {
    if (name === '') return true
    const [outer] = executable.around(name)
    return kept.includes(outer?.name ?? name)
  }
  const only = <Value>(record: { readonly [name: string]: Value }) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)))
  return {
    from_run: state.header.run_id,
    outputs: only(state.outputs),
    writes: only(state.writes),
    signals: state.signals,
    undo: state.undo.filter(({ step }) => isKept(step)).map((undo) => ({ ...undo, attempts: 0 })),
    effects: effectsSoFar(state),
  }
}

/** Finds a result that `next` could not have come to: a step in front of it is undecided, or leads elsewhere. */
function brokenWay(next: ExecutableDefinition, state: RunState, kept: readonly string[]): CarryOver | null {
  const settled = settle(next, state)
  for (const name of kept) {
    const flow = next.flowOf(name)
    const edges = flow.incoming(name).filter((edge) => !edge.back)
    const open = edges.find((edge) => edgeState(next, settled, edge) === 'undecided')
    if (open !== undefined)
      return refuse(`${name} has a result, but now comes after ${open.from}, which has none.`, name)
    const isReached = edges.some((edge) => edgeState(next, settled, edge) === 'live')
    if (!isReached && !flow.roots.includes(name) && settled.steps[name]?.entered === undefined) {
      return refuse(`${name} has a result, but the chosen route no longer leads to it.`, name)
    }
  }
  return null
}

/** The state with unchosen steps marked as skipped, which a run that begins does first. */
function settle(next: ExecutableDefinition, state: RunState): RunState {
  let settled = state
  for (;;) {
    const dead = next.steps.find(({ name }) => readiness(next, settled, name) === 'dead')
    if (dead === undefined) return settled
    const skipped = {
      iteration: 1,
      visits: 0,
      attempt: 0,
      attemptsBefore: 0,
      status: 'skipped',
      at: 0,
      reason: 'dead',
    } as const
    settled = { ...settled, steps: { ...settled.steps, [dead.name]: skipped } }
  }
}
