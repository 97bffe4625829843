import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { CommandOf, Refusal } from '../command.ts'
import { onlyStep } from '../decide/override/find-step.ts'
import { decide } from '../decide.ts'
import { isInFlow, readiness } from '../edges.ts'
import type { Effect } from '../effect.ts'
import { stepsInRun } from '../names-in-run.ts'
import { plan } from '../plan/plan.ts'
import { type RunState, stepState } from '../state.ts'
import { isOpen } from '../step-state.ts'
import { externalEffects } from './external-effect.ts'
import { knownEffects } from './known-effects.ts'
import { missingValues, type NeedsOf } from './missing-values.ts'
import { type AbandonedWork, beginsNow, type Fate, hasRun, type PreviewStep, running, settled } from './preview-step.ts'

export type Override = CommandOf<'skip' | 'mark_done' | 'jump'>

export type OverridePreview =
  | {
      readonly ok: true
      readonly steps: readonly PreviewStep[]
      /** The status with which the run ends at once. */
      readonly ends?: { readonly status: string; readonly message?: string }
      /** Ready steps begin only after a resume (`hold`), or after a manual step (`hand`). */
      readonly keptBack?: 'hold' | 'hand'
    }
  | { readonly ok: false; readonly refusal: Refusal }

interface Change {
  readonly executable: ExecutableDefinition
  readonly before: RunState
  readonly after: RunState
  /** The overruled step, and its fate. */
  readonly name: string
  readonly fate: Fate
  readonly needsOf: NeedsOf
}

const fates = { skip: 'skipped', mark_done: 'given', jump: 'left' } as const

/**
 * The consequences of an override for each step of the run: the decision is made, and discarded. The preview of a
 * paused run tells what happens once it is resumed. `needsOf`: the values that functions need, where known.
 */
export function previewOverride(
  executable: ExecutableDefinition,
  state: RunState,
  command: Override,
  needsOf: NeedsOf = () => [],
): OverridePreview {
  const before = { ...state, hold: null }
  const result = decide(executable, before, command, { now: state.at, newId: String, random: Number })
  if (!result.ok) return { ok: false, refusal: result.refusal }
  const after = result.state
  const given = command.type === 'jump' ? command.from_step : command.step
  // A command without a step to override has been refused above.
  const name = given ?? (onlyStep(executable, before) as string)
  const change: Change = { executable, before, after, name, fate: fates[command.type], needsOf }
  const lost = givenUp(change)
  // The step list of the workflow, and those of the steps around the step.
  const lists = new Set([undefined, ...executable.around(name).map((container) => container.name)])
  const steps = stepsInRun(executable, after)
    .filter((step) => lists.has(executable.containerOf(step.name)?.name) && isInFlow(executable, after, step.name))
    .flatMap((step): readonly PreviewStep[] => {
      const fate = fateOf(change, step)
      const up = lost.get(step.name)
      return fate === null ? [] : [{ ...previewOf(change, step, fate), ...(up !== undefined && { givenUp: up }) }]
    })
  const { outcome } = after
  if (outcome !== null) {
    const { status, error } = outcome
    return { ok: true, steps, ends: { status, ...(error !== undefined && { message: error.message }) } }
  }
  const keptBack = state.hold !== null ? 'hold' : after.header.drive === 'manual' ? 'hand' : undefined
  return { ok: true, steps, ...(keptBack !== undefined && { keptBack }) }
}

function previewOf({ executable, before, after, needsOf }: Change, step: Step, fate: Fate): PreviewStep {
  if (fate !== 'next' && fate !== 'again' && fate !== 'ahead') return settled(step, fate)
  const is = stepState(after, step.name)
  if (is?.status === 'failed') return { ...settled(step, fate), fails: is.error.message }
  const isSameVisit = stepState(before, step.name)?.iteration === is?.iteration
  const sameKey = fate === 'again' && isSameVisit && externalEffects(step).length > 0
  const isNext = beginsNow(executable, after, step.name)
  const missing = is?.status === 'completed' ? [] : missingValues(executable, after, step, { isNext, needsOf })
  return {
    ...running(executable, after, step, { fate, isNext }),
    ...(sameKey && { sameKey }),
    ...(missing.length > 0 && { missing }),
  }
}

/** The fate of a step; null if the step was not chosen before and is not now. */
function fateOf({ executable, before, after, name, fate }: Change, step: Step): Fate | null {
  const [was, is] = [stepState(before, step.name), stepState(after, step.name)]
  const isSame = was?.status === is?.status && was?.iteration === is?.iteration && was?.visits === is?.visits
  const runs = hasRun(was) ? 'again' : 'next'
  if (is === undefined || is.status === 'again') {
    if (readiness(executable, after, step.name) === 'ready') return runs
    return hasRun(was) ? 'again' : 'ahead'
  }
  if (step.name === name && !isOpen(is)) return fate
  if (is.status === 'skipped') return isSame ? (is.reason === 'dead' ? null : 'stays') : 'left_out'
  return isSame ? 'stays' : runs
}

/** Work under way that the run no longer waits for, by step. */
function givenUp({ executable, before, after }: Change): ReadonlyMap<string, readonly AbandonedWork[]> {
  const owed = new Set(plan(executable, after).map(({ id }) => id))
  const lost = plan(executable, before).filter(({ id }) => !owed.has(id))
  const dropped = Object.entries(after.children).filter(([id, child]) => child.dropped && !before.children[id]?.dropped)
  const all = [
    ...lost.flatMap((effect) => lossOf(executable, before, effect)),
    ...dropped.map(([, { step, workflow }]): Loss => ({ step, kind: 'child', what: workflow })),
  ]
  const bySteps = Map.groupBy(all, ({ step }) => step)
  return new Map([...bySteps].map(([step, losses]) => [step, counted(losses)]))
}

type Loss = AbandonedWork & { readonly step: string }

function lossOf(executable: ExecutableDefinition, before: RunState, effect: Effect): readonly Loss[] {
  if (effect.kind === 'human_task') return [{ step: effect.step, kind: 'person', what: effect.task.title }]
  if (effect.kind !== 'attempt' && effect.kind !== 'worker_task') return []
  const outside = knownEffects(executable, before, executable.step(effect.step), true).find(
    ({ kind }) => kind === 'function' || kind === 'http' || kind === 'mail' || kind === 'sql' || kind === 'ai',
  )
  return outside === undefined ? [] : [{ step: effect.step, kind: 'call', what: outside.what }]
}

function counted(losses: readonly Loss[]): readonly AbandonedWork[] {
  const known = new Map<string, AbandonedWork>()
  for (const { kind, what } of losses) {
    const before = known.get(`${kind} ${what}`)
    known.set(`${kind} ${what}`, { kind, what, ...(before && { many: (before.many ?? 1) + 1 }) })
  }
  return [...known.values()]
}
