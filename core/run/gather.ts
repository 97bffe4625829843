import type { Json, JsonObject } from '#core/json.ts'
import { endsOf, type Fan } from './fan.ts'

/**
 * What a PARALLEL step has to show: the results of its tasks by name; of a
 * list by place, with the errors of those that have none.
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
