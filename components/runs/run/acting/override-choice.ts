import type { ApiFailure } from '#components/api/api-failure.ts'
import { type FieldError, normalisePath } from '#components/ui/schema-form/field-errors.ts'
import { END } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { JsonSchema } from '#core/json.ts'
import { downstreamOf } from '#core/run/reach.ts'

/** Where the run may be led from a step: before it, behind it, to itself, and to the end. */
export function targetsOf(executable: ExecutableDefinition, from: string): readonly string[] {
  if (!executable.has(from)) return []
  const { steps, flowOf, inserterOf } = executable
  const after = downstreamOf(executable, from)
  const lies = (name: string) => after.has(name) || downstreamOf(executable, name).has(from)
  const own = steps.filter(({ name }) => flowOf(name) === flowOf(from) && inserterOf(name) === undefined && lies(name))
  return [...own.map(({ name }) => name), END]
}

/** What the output of a step has to look like, where that is known. */
export function outputSchema(executable: ExecutableDefinition, name: string): JsonSchema | undefined {
  const step = executable.has(name) ? executable.step(name) : undefined
  if (step?.type === 'HUMAN') return step.form
  if (step?.type === 'SIGNAL') return step.schema
  if (step?.type !== 'DECISION') return undefined
  const targets = step.routes.map(({ target }) => target)
  return { type: 'object', properties: { target: { type: 'string', enum: targets } }, required: ['target'] }
}

/** What the server said about an output, by place inside it. */
export function outputErrors({ errors, field, message }: ApiFailure): readonly FieldError[] {
  const said = errors.length > 0 ? errors : [{ path: field ?? '', message }]
  return said.map((error) => ({
    message: error.message,
    path: normalisePath(error.path).replace(/^output\.?/, ''),
  }))
}
