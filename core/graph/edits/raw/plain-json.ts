import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'

/**
 * A value of a form as JSON: keys without a value are left out. Undefined when it nests deeper than a definition may,
 * as a value that contains itself does.
 */
export function plainJson(value: Json, depth: number = limits.definition.depth): Json | undefined {
  if (depth < 0) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => plainJson(item, depth - 1))
    return items.every((item) => item !== undefined) ? items : undefined
  }
  if (!isJsonObject(value)) return value
  const entries: [string, Json][] = []
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    const plain = plainJson(item, depth - 1)
    if (plain === undefined) return undefined
    entries.push([key, plain])
  }
  return Object.fromEntries(entries)
}
