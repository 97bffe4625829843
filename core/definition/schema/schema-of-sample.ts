import { isJsonList, isJsonObject, type Json, type JsonSchema } from '#core/json.ts'

/** Deeper parts of a sample may be anything. */
const DEEPEST = 5
/** More fields than these are a map of data, and no fields of a form. */
const MOST_FIELDS = 100

/**
 * A schema that a sample fits: its fields with their types. No field is required, because one sample does not tell which
 * may be absent.
 */
export function schemaOfSample(sample: Json, depth = 0): JsonSchema {
  if (depth > DEEPEST || sample === null) return {}
  if (isJsonList(sample)) {
    const [first] = sample
    return first === undefined ? { type: 'array' } : { type: 'array', items: schemaOfSample(first, depth + 1) }
  }
  if (!isJsonObject(sample)) return { type: typeof sample as 'string' | 'number' | 'boolean' }
  const entries = Object.entries(sample)
  if (entries.length > MOST_FIELDS) return { type: 'object' }
  const properties = Object.fromEntries(entries.map(([name, value]) => [name, schemaOfSample(value, depth + 1)]))
  return { type: 'object', properties }
}
