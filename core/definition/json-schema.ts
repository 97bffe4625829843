import type { Json, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { isDeeper } from './schema/canonical.ts'
import { checkValue } from './schema/check-value.ts'
import { Evaluation, type SchemaError } from './schema/evaluation.ts'

export { checkSchema } from './schema/check-schema.ts'
export type { SchemaError } from './schema/evaluation.ts'

/**
 * What is wrong with a value by a JSON Schema (draft 2020-12, and what draft 7
 * calls differently), each error at its field; nothing when it fits.
 *
 * Interpreted, for the policy of the page forbids generated code; patterns by
 * RE2 only, for the host's would let an author stop the process; and with a
 * budget, for a schema of a few lines can ask for 2^n comparisons
 * (`allOf: [$ref, $ref]` down a chain). A check that would cost more fails.
 * Keywords that make no sense where they stand demand nothing: whether a
 * schema is well-formed is for `checkSchema` to say when it is written.
 */
export function validateJson(schema: JsonSchema, value: Json): readonly SchemaError[] {
  if (isDeeper(value, limits.run.jsonDepth) || isDeeper(schema, limits.schema.depth)) {
    return [{ path: '', message: `This nests deeper than ${limits.run.jsonDepth} levels.` }]
  }
  const evaluation = new Evaluation(schema)
  checkValue(evaluation, schema, value, '')
  if (!evaluation.isExhausted) return evaluation.errors
  return [{ path: '', message: 'This is too large to be checked against its schema.' }]
}
