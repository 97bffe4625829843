/** JSON values as they travel between texts, runs, databases and people. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** A JSON Schema as an author writes it: a plain object, checked on use. */
export type JsonSchema = JsonObject

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Array.isArray` for read-only lists. */
export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** The value if it is an object, otherwise an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
