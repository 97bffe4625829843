import { isJsonObject, type Json } from '#core/json.ts'

/** A text that is the same for equal JSON values, whatever the order of their keys. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] as Json)}`)
  return `{${entries.join(',')}}`
}

/** Does a value nest deeper than `depth` levels? Without recursion, for values from anywhere. */
export function isDeeper(value: Json, depth: number): boolean {
  const open: { value: Json; level: number }[] = [{ value, level: 0 }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one.value !== 'object' || one.value === null) continue
    const level = one.level + 1
    if (level > depth) return true
    for (const inner of Object.values(one.value) as readonly Json[]) open.push({ value: inner, level })
  }
  return false
}
