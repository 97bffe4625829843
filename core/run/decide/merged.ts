import { isJsonObject, type Json } from '#core/json.ts'

/** Merges two results of one step: objects are merged, shallow; otherwise the later one wins unless it is null. */
export function merged(earlier: Json, later: Json): Json {
  if (isJsonObject(earlier) && isJsonObject(later)) return { ...earlier, ...later }
  return later === null ? earlier : later
}
