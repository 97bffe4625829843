import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'

/** The initial values of a form: the defaults of its fields. */
export function sampleOfDefaults(schema: JsonSchema): Json {
  if (schema.default !== undefined) return schema.default
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  const entries = properties.flatMap(([name, part]): [string, Json][] => {
    if (!isJsonObject(part)) return []
    if (part.default !== undefined) return [[name, part.default]]
    const inner = part.properties === undefined ? {} : sampleOfDefaults(part)
    return isJsonObject(inner) && Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  return Object.fromEntries(entries)
}
