import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { canonical } from '#core/definition/schema/canonical.ts'
import type { Json } from '#core/json.ts'
import { decide } from '../decide.ts'
import { isInFlow } from '../edges.ts'
import { type RunState, type StepState, stepState } from '../state.ts'
import { carryOver, type EndedRun } from './carry-over.ts'
import { type ExternalEffect, externalEffects } from './external-effect.ts'

export interface PreviewStep {
  readonly step: string
  readonly type: string
  /** Its result is taken as it is; it runs once more; or it has not run yet, and may. */
  readonly fate: 'reused' | 'again' | 'ahead'
  /** What running it does outside of the run. */
  readonly effects: readonly ExternalEffect[]
  /** It calls with the key of last time: whoever has already done it can know. */
  readonly sameKey?: true
  /** Of its items, those that have a result keep it. */
  readonly itemsKept?: number
  /** The version by which it goes on says something else of it. */
  readonly changed?: true
  readonly undoneBy?: string
}

export type Preview =
  | { readonly ok: true; readonly steps: readonly PreviewStep[] }
  | { readonly ok: false; readonly message: string; readonly step?: string }

/** What a retry of the run itself would run, and what it would reuse: it is asked, and nothing of the answer is kept. */
export function previewRetry({ executable, state }: EndedRun, fromStep?: string): Preview {
  const command = { type: 'retry', actor: { id: '' }, ...(fromStep !== undefined && { from_step: fromStep }) } as const
  const result = decide(executable, state, command, { now: state.at, newId: String, random: Number })
  if (!result.ok) return { ok: false, message: result.refusal.message }
  const reopened = result.events.find((event) => event.type === 'workflow.run.reopened')
  const iterations = new Map(reopened?.payload.steps.map(({ step, iteration }) => [step, iteration]))
  const steps = ownSteps(executable, state).flatMap((step): readonly PreviewStep[] => {
    // A run that has ended has decided each of its steps.
    const before = stepState(state, step.name) as StepState
    const iteration = iterations.get(step.name)
    if (iteration === undefined) return before.status === 'skipped' && before.reason === 'dead' ? [] : [reused(step)]
    if (!hasRun(before)) return [ahead(state, step)]
    const itemsKept = iteration === before.iteration ? (before.fan?.completed ?? 0) : 0
    const sameKey = iteration === before.iteration && externalEffects(step).length > 0
    return [{ ...again(state, step), ...(sameKey && { sameKey }), ...(itemsKept > 0 && { itemsKept }) }]
  })
  return { ok: true, steps }
}

/** The same for a new run of the definition `next`: from the start, from what is unfinished, or from a step. */
export function previewRerun(
  run: EndedRun,
  next: ExecutableDefinition,
  from: { readonly results: 'none' } | { readonly results: 'kept'; readonly step?: string },
): Preview {
  const { state, executable } = run
  const carried = from.results === 'none' ? null : carryOver(run, next, from.step)
  if (carried?.ok === false) return carried
  const kept = new Set(carried?.kept)
  const steps = ownSteps(next, { ...state, ...carried?.carried }).map((step): PreviewStep => {
    const { name } = step
    const before = stepState(state, name)
    const changed = executable.has(name) && !isSame(executable.step(name), step) && { changed: true as const }
    if (kept.has(name)) return { ...reused(step), ...changed }
    return { ...(before !== undefined && hasRun(before) ? again(state, step) : ahead(state, step)), ...changed }
  })
  return { ok: true, steps }
}

/** Of the workflow's own list: a loop stands for its body. What a rule may insert counts once it has been. */
function ownSteps(executable: ExecutableDefinition, state: RunState): readonly Step[] {
  return executable.steps.filter(
    ({ name }) => executable.loopOf(name) === undefined && isInFlow(executable, state, name),
  )
}

function hasRun(state: StepState): boolean {
  return state.attempt > 0 || state.status === 'completed'
}

function reused({ name, type }: Step): PreviewStep {
  return { step: name, type, fate: 'reused', effects: [] }
}

function again(state: RunState, step: Step): PreviewStep {
  return { ...ahead(state, step), fate: 'again' }
}

function ahead({ header }: RunState, step: Step): PreviewStep {
  const { name, type, compensate_function: undoneBy } = step
  const undo = header.saga && undoneBy !== undefined && { undoneBy }
  return { step: name, type, fate: 'ahead', effects: externalEffects(step), ...undo }
}

function isSame(one: Step, other: Step): boolean {
  return canonical(one as unknown as Json) === canonical(other as unknown as Json)
}

/** How the steps of two versions differ, by name. */
export interface VersionDifference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

export function versionDifference(from: ExecutableDefinition, to: ExecutableDefinition): VersionDifference {
  const names = (executable: ExecutableDefinition) => executable.steps.map(({ name }) => name)
  return {
    added: names(to).filter((name) => !from.has(name)),
    removed: names(from).filter((name) => !to.has(name)),
    changed: names(to).filter((name) => from.has(name) && !isSame(from.step(name), to.step(name))),
  }
}
