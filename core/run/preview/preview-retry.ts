import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { decideCode } from '../code/decide/decide-code.ts'
import { decide } from '../decide.ts'
import { carryOver, type EndedRun } from '../rerun/carry-over.ts'
import { isSameStep } from '../rerun/version-difference.ts'
import { stepState } from '../state.ts'
import type { StepState } from '../step-state.ts'
import { externalEffects } from './external-effect.ts'
import { beginsNow, type Fate, hasRun, ownSteps, type PreviewStep, running, settled } from './preview-step.ts'

export type Preview =
  | { readonly ok: true; readonly steps: readonly PreviewStep[] }
  | { readonly ok: false; readonly message: string; readonly step?: string }

/** The steps that a retry of the run would run or reuse: the decision is made, and discarded. */
export function previewRetry({ executable, state }: EndedRun, fromStep?: string): Preview {
  const command = { type: 'retry', actor: { id: '' }, ...(fromStep !== undefined && { from_step: fromStep }) } as const
  const verbs = state.code === undefined ? decide : decideCode
  const result = verbs(executable, state, command, { now: state.at, newId: String, random: Number })
  if (!result.ok) return { ok: false, message: result.refusal.message }
  const reopened = result.events.find((event) => event.type === 'workflow.run.reopened')
  const iterations = new Map(reopened?.payload.steps.map(({ step, iteration }) => [step, iteration]))
  const steps = ownSteps(executable, state).flatMap((step): readonly PreviewStep[] => {
    // An ended run has decided each of its steps.
    const before = stepState(state, step.name) as StepState
    const iteration = iterations.get(step.name)
    if (iteration === undefined) {
      return before.status === 'skipped' && before.reason === 'dead' ? [] : [settled(step, 'reused')]
    }
    const isNext = beginsNow(executable, result.state, step.name)
    const run = (fate: Fate) => running(executable, result.state, step, { fate, isNext })
    if (!hasRun(before)) return [run('ahead')]
    const itemsKept = iteration === before.iteration ? (before.fan?.completed ?? 0) : 0
    const sameKey = iteration === before.iteration && externalEffects(step).length > 0
    return [{ ...run('again'), ...(sameKey && { sameKey }), ...(itemsKept > 0 && { itemsKept }) }]
  })
  return { ok: true, steps }
}

/**
 * The steps that a new run of the definition `next` would run or reuse: from the start, from the unfinished steps, or
 * from a step.
 */
export function previewRerun(
  run: EndedRun,
  next: ExecutableDefinition,
  from: { readonly results: 'none' } | { readonly results: 'kept'; readonly step?: string },
): Preview {
  const { state, executable } = run
  const carried = from.results === 'none' ? null : carryOver(run, next, from.step)
  if (carried?.ok === false) return carried
  const kept = new Set(carried?.kept)
  const begun = { ...state, ...carried?.carried }
  const steps = ownSteps(next, begun).map((step): PreviewStep => {
    const { name } = step
    const isOther = executable.has(name) && !isSameStep(executable.step(name), step)
    const changed = isOther && { changed: true as const }
    if (kept.has(name)) return { ...settled(step, 'reused'), ...changed }
    const fate = hasRun(stepState(state, name)) ? 'again' : 'ahead'
    return { ...running(next, begun, step, { fate, isNext: false }), ...changed }
  })
  return { ok: true, steps }
}
