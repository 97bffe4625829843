import { isJsonObject, type Json } from '#core/json.ts'

/** Two results of one step: objects are merged, shallow; otherwise the later one counts, if it says anything. */
export function merged(earlier: Json, later: Json): Json {
  if (isJsonObject(earlier) && isJsonObject(later)) return { ...earlier, ...later }
  return later === null ? earlier : later
}
