import type { Json } from '#core/json.ts'

/** Whether two values are equal as JSON, with their keys in the same order. */
export function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one as Json) === JSON.stringify(other as Json)
}
