import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Refusal } from '../../command.ts'
import { readiness } from '../../edges.ts'
import { namesInRun } from '../../names-in-run.ts'
import { type RunState, stepState } from '../../state.ts'
import { statusClause } from '../../status-words.ts'
import { isOpen, type StepState } from '../../step-state.ts'
import { isRetryable, statusOf } from '../../views/status.ts'
import type { Decision } from '../decision.ts'
import { failedSteps } from '../failure/failed-steps.ts'
import { refuse } from '../refuse.ts'
import { isUnseen, type SeenAt } from '../seen-at.ts'
import { whyClosed } from '../verbs/acknowledge.ts'

const verbs = { skip: 'skipped', mark_done: 'marked done', jump: 'left by a jump' } as const
export type OverrideVerb = keyof typeof verbs

/**
 * The steps that may be overridden now: steps in flight, and ready ones that only a hold or manual drive keeps back; of
 * a failed run, the steps by which it failed.
 */
export function overridable(executable: ExecutableDefinition, state: RunState): readonly string[] {
  if (whyNone(state) !== null) return []
  if (state.outcome === null) {
    const names = namesInRun(executable, state)
    return names.filter((name) => isOpen(stepState(state, name)) || readiness(executable, state, name) === 'ready')
  }
  return failedSteps(executable, state).map(({ name }) => name)
}

/**
 * The step that the command means, or a refusal. Without a name, the only candidate is meant; of a step and one within it,
 * the inner one.
 */
export function findStep(
  decision: Decision,
  verb: OverrideVerb,
  field: 'step' | 'from_step',
  { name, seen_at }: SeenAt & { readonly name: string | undefined },
): string | Refusal {
  const { nextState, executable } = decision
  const from = statusOf(nextState)
  if (name !== undefined && !executable.has(name)) {
    return refuse('STEP_NOT_FOUND', `There is no step ${name}.`, { field })
  }
  const steps = overridable(executable, nextState)
  if (steps.length === 0) {
    const why =
      whyNone(nextState) ?? (nextState.outcome === null ? 'nothing is in flight' : 'no step caused its failure')
    return refuse('INVALID_TRANSITION', `No step can be ${verbs[verb]}: ${why}.`, { from, verb })
  }
  if (name !== undefined) {
    if (steps.includes(name))
      return unlessUnseen(nextState, verb, name, { seen_at, began: beganAt(stepState(nextState, name)) })
    const message = `${name} cannot be ${verbs[verb]}: ${whyNotEntitled(nextState, name)}.`
    return refuse('INVALID_TRANSITION', message, { from, verb, field })
  }
  const only = onlyStep(executable, nextState)
  if (only !== undefined) {
    const began = beganAt(stepState(nextState, only)) ?? lastDecidedAt(nextState)
    return unlessUnseen(nextState, verb, only, { seen_at, began })
  }
  const message = `Several steps can be ${verbs[verb]} (${innermost(executable, steps).join(', ')}): choose one with ${field}.`
  return refuse('AMBIGUOUS_STEP', message, { field })
}

/** Refuses a visit that began after the command had arrived, because its sender meant an earlier one. */
function unlessUnseen(
  nextState: RunState,
  verb: OverrideVerb,
  name: string,
  { seen_at, began }: { readonly seen_at: number | undefined; readonly began: number | undefined },
): string | Refusal {
  if (began === undefined || seen_at === undefined || !isUnseen(began, { seen_at })) return name
  const message = `${name} cannot be ${verbs[verb]}: the run reached it after your request.`
  return refuse('INVALID_TRANSITION', message, { from: statusOf(nextState), verb })
}

/** When the visit of a step began, or failed; undefined for one that has not started. */
function beganAt(step: StepState | undefined): number | undefined {
  if (step?.status === 'failed') return step.at
  return isOpen(step) ? step.startedAt : undefined
}

/** The instant of the last decided step, when a step kept back by a hold or manual drive became ready. */
function lastDecidedAt({ steps }: RunState): number | undefined {
  const instants = Object.values(steps).flatMap((step) => ('at' in step ? [step.at] : []))
  return instants.length === 0 ? undefined : Math.max(...instants)
}

/** The step that an override without a step name means. */
export function onlyStep(executable: ExecutableDefinition, state: RunState): string | undefined {
  const [only, ...others] = innermost(executable, overridable(executable, state))
  return others.length === 0 ? only : undefined
}

/** The steps without those whose inner steps are among them. */
function innermost(executable: ExecutableDefinition, steps: readonly string[]): readonly string[] {
  const around = new Set(steps.flatMap((each) => executable.around(each).map((container) => container.name)))
  return steps.filter((each) => !around.has(each))
}

/** The reason why no step of the run may be overridden; null when that depends on each step. */
function whyNone(state: RunState): string | null {
  if (state.outcome !== null) {
    if (!isRetryable(state.outcome.status)) return `the run ${statusClause(state.outcome.status)}`
    return state.acknowledged ? whyClosed(state) : null
  }
  if (state.rollback !== null) return 'the run is rolling back'
  return state.startedAt === null ? 'the run has not started' : null
}

function whyNotEntitled(state: RunState, name: string): string {
  const step = stepState(state, name)
  if (step === undefined || step.status === 'again') return 'the run has not reached it'
  return `it is ${step.status.replaceAll('_', ' ')}`
}
