import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunState } from '../state.ts'
import { externalEffects } from './external-effect.ts'
import { hasRun } from './preview-step.ts'

/**
 * Whether a retry of a run that ended FAILED_UNSAFE does no harm: each step that has changed something is declared
 * `idempotent`. Null for a run in any other phase, and for one of code, whose activities declare nothing.
 */
export function isSafeToRetry(executable: ExecutableDefinition, state: RunState): boolean | null {
  if (state.phase !== 'FAILED_UNSAFE' || state.code !== undefined) return null
  return changedSteps(executable, state).every((name) => executable.has(name) && isIdempotent(executable.step(name)))
}

/** The steps whose effects are left: an envelope knows them, and any other run may have those of all steps that ran. */
function changedSteps(executable: ExecutableDefinition, { envelope, steps, children }: RunState): readonly string[] {
  if (envelope === undefined) {
    return executable.steps.filter((step) => hasRun(steps[step.name]) && changes(step)).map(({ name }) => name)
  }
  const below = Object.values(children).flatMap(({ step, effects }) => (effects === undefined ? [] : [step]))
  return [...Object.keys(envelope.touched), ...below]
}

/** A loop has no effects of its own; the steps of its body are checked one by one. */
const changes = (step: Step) => step.type !== 'LOOP' && externalEffects(step).length > 0

const isIdempotent = (step: Step) => 'idempotent' in step && step.idempotent === true
