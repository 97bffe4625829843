import type { Json, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { isDeeper } from './canonical.ts'
import { checkValue } from './check-value.ts'
import { Evaluation, type SchemaError } from './evaluation.ts'

export { checkSchema } from './check-schema.ts'
export type { SchemaError } from './evaluation.ts'

/**
 * Errors of a value by a JSON Schema (draft 2020-12, and the different names of draft 7), each at its field; none when
 * the value fits. The schema is interpreted, because the page's content security policy forbids generated code.
 * Patterns run in RE2 only: the host's engine would let an author stop the process. A budget bounds the work, because a
 * schema of a few lines can cause 2^n comparisons (`allOf: [$ref, $ref]` down a chain); a check that exceeds it fails.
 * Misplaced keywords demand nothing: `checkSchema` checks the schema itself when it is written.
 */
export function validateJson(schema: JsonSchema, value: Json): readonly SchemaError[] {
  if (isDeeper(value, limits.run.jsonDepth) || isDeeper(schema, limits.schema.depth)) {
    return [{ path: '', message: `This is nested deeper than ${limits.run.jsonDepth} levels.` }]
  }
  const evaluation = new Evaluation(schema)
  checkValue(evaluation, schema, value, '')
  if (!evaluation.isExhausted) return evaluation.errors
  return [{ path: '', message: 'This is too large to check against its schema.' }]
}
