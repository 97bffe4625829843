import type { ApiFailure } from '#components/api/api-failure.ts'
import { type FieldError, normalisePath } from '#components/ui/schema-form/field-errors.ts'
import { END } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json, JsonSchema } from '#core/json.ts'
import type { Override } from '#core/run/preview/preview-override.ts'
import { downstreamOf } from '#core/run/reach.ts'
import { runActingTexts } from '../../../texts/run-acting.ts'

export type OverrideVerb = Override['type']

export const overrideWords = {
  skip: {
    title: runActingTexts.skipStep,
    does: runActingTexts.stopsWaitingForThisStep,
    verb: runActingTexts.skipStepLabel,
    done: runActingTexts.skipped,
  },
  mark_done: {
    title: runActingTexts.markStepDone,
    does: runActingTexts.continuesAsIfStepHad,
    verb: runActingTexts.markDone,
    done: runActingTexts.markedDone,
  },
  jump: {
    title: runActingTexts.jumpToStep,
    does: runActingTexts.earlierTargetsRunAgainFrom,
    verb: runActingTexts.goThere,
    done: runActingTexts.jumped,
  },
} as const

export interface OverrideChoice {
  readonly verb: OverrideVerb
  readonly step: string
  readonly output: Json | undefined
  readonly target: string
}

/** The override request that the choice stands for. */
export function overrideOf({ verb, step, output, target }: OverrideChoice): Override {
  const actor = { id: '' }
  if (verb === 'skip') return { type: verb, actor, step }
  if (verb === 'mark_done') return { type: verb, actor, step, output: output ?? null }
  return { type: verb, actor, from_step: step, to_step: target }
}

/** The steps that the run may be moved to from a step: steps before and after it, the step itself, and the end. */
export function targetsOf(executable: ExecutableDefinition, from: string): readonly string[] {
  if (!executable.has(from)) return []
  const { steps, flowOf, inserterOf } = executable
  const after = downstreamOf(executable, from)
  const lies = (name: string) => after.has(name) || downstreamOf(executable, name).has(from)
  const own = steps.filter(({ name }) => flowOf(name) === flowOf(from) && inserterOf(name) === undefined && lies(name))
  return [...own.map(({ name }) => name), END]
}

/** The default target: forwards, not back. */
export function offeredTarget(executable: ExecutableDefinition, from: string): string {
  const { placeOf } = executable
  return targetsOf(executable, from).find((name) => name === END || placeOf(name) > placeOf(from)) ?? END
}

/** The schema of a step's output, where it is known. */
export function outputSchema(executable: ExecutableDefinition, name: string): JsonSchema | undefined {
  const step = executable.has(name) ? executable.step(name) : undefined
  if (step?.type === 'HUMAN') return step.form
  if (step?.type === 'SIGNAL') return step.schema
  if (step?.type !== 'DECISION') return undefined
  const targets = step.routes.map(({ target }) => target)
  return { type: 'object', properties: { target: { type: 'string', enum: targets } }, required: ['target'] }
}

/** The server's errors about an output, by place inside the output. */
export function outputErrors({ errors, field, message }: ApiFailure): readonly FieldError[] {
  const said = errors.length > 0 ? errors : [{ path: field ?? '', message }]
  return said.map((error) => ({
    message: error.message,
    path: normalisePath(error.path).replace(/^output\.?/, ''),
  }))
}
