import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { isInFlow, readiness } from '../edges.ts'
import { type RunState, stepState } from '../state.ts'
import { isOpen, type StepState } from '../step-state.ts'
import type { ExternalEffect } from './external-effect.ts'
import { knownEffects } from './known-effects.ts'

/**
 * What would become of a step. Of one that has run: its result is `reused`, or it runs `again`. Of one that has not:
 * it runs `next`, or is `ahead` and may run later. `stays`: nothing happens to it. `left_out`: it will not run.
 * `skipped`, `given` and `left` are of the one step that a person skips, marks done or leads the run away from.
 */
export type Fate = 'reused' | 'again' | 'ahead' | 'next' | 'stays' | 'left_out' | 'skipped' | 'given' | 'left'

export interface PreviewStep {
  readonly step: string
  readonly type: string
  readonly fate: Fate
  /** What running it does outside of the run. */
  readonly effects: readonly ExternalEffect[]
  /** It calls with the key of last time: whoever has already done it can know. */
  readonly sameKey?: true
  /** Of its items, those that have a result keep it. */
  readonly itemsKept?: number
  /** The version by which it goes on says something else of it. */
  readonly changed?: true
  readonly undoneBy?: string
  /** What it has under way and nobody waits for any more. */
  readonly givenUp?: readonly GivenUp[]
  /** It fails as soon as it begins, and this is why. */
  readonly fails?: string
  /** What it reads and the run does not have by then. */
  readonly missing?: readonly string[]
}

/** `child`: a run that is cancelled. `person`: a task that is withdrawn. `call`: what may still happen outside. */
export interface GivenUp {
  readonly kind: 'child' | 'person' | 'call'
  readonly what: string
  /** More than one. */
  readonly many?: number
}

/** Of the workflow's own list: a loop stands for its body. What a rule may insert counts once it has been. */
export function ownSteps(executable: ExecutableDefinition, state: RunState): readonly Step[] {
  return executable.steps.filter(
    ({ name }) => executable.loopOf(name) === undefined && isInFlow(executable, state, name),
  )
}

export function hasRun(state: StepState | undefined): boolean {
  return state !== undefined && (state.attempt > 0 || state.status === 'completed')
}

/** A step to which nothing happens any more. */
export function settled({ name, type }: Step, fate: Fate): PreviewStep {
  return { step: name, type, fate, effects: [] }
}

/** A step that runs, or may; at once (`isNext`) with what the run has in `state`. */
export function running(
  executable: ExecutableDefinition,
  state: RunState,
  step: Step,
  { fate, isNext }: { readonly fate: Fate; readonly isNext: boolean },
): PreviewStep {
  const { name, type, compensate_function: undoneBy } = step
  const undo = state.header.saga && undoneBy !== undefined && { undoneBy }
  return { step: name, type, fate, effects: knownEffects(executable, state, step, isNext), ...undo }
}

/** It has begun, or nothing is missing for it to begin. */
export function beginsNow(executable: ExecutableDefinition, state: RunState, name: string): boolean {
  const is = stepState(state, name)
  if (is === undefined || is.status === 'again') return readiness(executable, state, name) === 'ready'
  return isOpen(is)
}
