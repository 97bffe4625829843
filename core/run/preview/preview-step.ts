import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { isInFlow, readiness } from '../edges.ts'
import { type RunState, stepState } from '../state.ts'
import { isOpen, type StepState } from '../step-state.ts'
import type { ExternalEffect } from './external-effect.ts'
import { knownEffects } from './known-effects.ts'

/**
 * The fate of a step. A step that has run is `reused`, or runs `again`. A step that has not run is `next`, or `ahead`
 * if it may run later. `stays`: nothing happens to it. `left_out`: it will not run. `skipped`, `given` and `left`: the
 * one step that an operator skips, marks done or leads the run away from.
 */
export type Fate = 'reused' | 'again' | 'ahead' | 'next' | 'stays' | 'left_out' | 'skipped' | 'given' | 'left'

export interface PreviewStep {
  readonly step: string
  readonly type: string
  readonly fate: Fate
  /** External effects of running the step. */
  readonly effects: readonly ExternalEffect[]
  /** The call reuses the last idempotency key, so that the callee can detect a repeat. */
  readonly sameKey?: true
  /** Number of items that keep their result. */
  readonly itemsKept?: number
  /** The step differs in the version with which the run goes on. */
  readonly changed?: true
  readonly undoneBy?: string
  /** Work of the step under way that is no longer awaited. */
  readonly givenUp?: readonly AbandonedWork[]
  /** The reason why the step fails as soon as it begins. */
  readonly fails?: string
  /** Values that the step reads and the run does not have by then. */
  readonly missing?: readonly string[]
}

/**
 * Work that is given up. `child`: a run that is cancelled. `person`: a task that is withdrawn. `call`: a call that may
 * still have effects.
 */
export interface AbandonedWork {
  readonly kind: 'child' | 'person' | 'call'
  readonly what: string
  /** The count, if more than one. */
  readonly many?: number
}

/** Steps of the workflow's own list: a loop stands for its body. Injected steps count once they have been inserted. */
export function ownSteps(executable: ExecutableDefinition, state: RunState): readonly Step[] {
  return executable.steps.filter(
    ({ name }) => executable.containerOf(name) === undefined && isInFlow(executable, state, name),
  )
}

export function hasRun(state: StepState | undefined): boolean {
  return state !== undefined && (state.attempt > 0 || state.status === 'completed')
}

/** The preview of a step to which nothing more happens. */
export function settled({ name, type }: Step, fate: Fate): PreviewStep {
  return { step: name, type, fate, effects: [] }
}

/** The preview of a step that runs or may run; with `isNext` at once, with the values of the run's `state`. */
export function running(
  executable: ExecutableDefinition,
  state: RunState,
  step: Step,
  { fate, isNext }: { readonly fate: Fate; readonly isNext: boolean },
): PreviewStep {
  const { name, type, compensate_function: undoneBy } = step
  if (step.disabled) return settled(step, fate)
  const undo = state.header.saga && undoneBy !== undefined && { undoneBy }
  return { step: name, type, fate, effects: knownEffects(executable, state, step, isNext), ...undo }
}

/** Whether the step has begun, or is ready to begin. */
export function beginsNow(executable: ExecutableDefinition, state: RunState, name: string): boolean {
  const is = stepState(state, name)
  if (is === undefined || is.status === 'again') return readiness(executable, state, name) === 'ready'
  return isOpen(is)
}
