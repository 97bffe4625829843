import type { Json, JsonObject } from '#core/json.ts'
import { endsOf, type Fan } from './fan.ts'

/**
 * The output of a PARALLEL step: the results of its tasks by name; of a list by index, with the errors of the elements
 * that failed.
 */
export function gathered(fan: Fan): JsonObject {
  if (fan.items === undefined) {
    return Object.fromEntries(
      endsOf(fan).flatMap((end) => (end !== null && 'output' in end ? [[end.name as string, end.output]] : [])),
    )
  }
  const results: Json[] = []
  const errors: Json[] = []
  for (const end of endsOf(fan)) {
    results.push(end !== null && 'output' in end ? end.output : null)
    errors.push(end !== null && 'error' in end ? { code: end.error.code, message: end.error.message } : null)
  }
  return { results, errors }
}
