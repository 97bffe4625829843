import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'

/** Maximum depth of the sample. */
const deepest = 8

const texts: Readonly<Record<string, string>> = {
  date: '2027-01-31',
  'date-time': '2027-01-31T09:00:00Z',
  email: 'somebody@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** A sample value for a schema: its default, its first example or choice, or a value of its type. */
export function sampleOfSchema(schema: JsonSchema, depth = 0): Json {
  if (schema.default !== undefined) return schema.default
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0] as Json
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0] as Json
  if (depth >= deepest) return null
  const type = Array.isArray(schema.type) ? schema.type[0] : (schema.type ?? (schema.properties ? 'object' : null))
  switch (type) {
    case 'string':
      return (typeof schema.format === 'string' ? texts[schema.format] : undefined) ?? 'text'
    case 'number':
    case 'integer':
      return numberWithin(schema)
    case 'boolean':
      return true
    case 'array':
      return isJsonObject(schema.items) ? [sampleOfSchema(schema.items, depth + 1)] : []
    case 'object':
      return Object.fromEntries(
        Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).map(([name, part]) => [
          name,
          isJsonObject(part) ? sampleOfSchema(part, depth + 1) : null,
        ]),
      )
    default:
      return null
  }
}

function numberWithin({ minimum, maximum }: JsonSchema): number {
  if (typeof minimum === 'number') return Math.max(1, minimum)
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1
}
