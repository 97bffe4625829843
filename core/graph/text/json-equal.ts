import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/** Are two values equal? The order of keys does not count; NaN equals itself. */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
  )
}

/** A text that is equal for equal values, except for numbers that JSON does not distinguish. */
export function canonicalText(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}

/** Is it a non-empty map or list? */
export function isFilled(value: Json): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
