import type { JsonSchema } from '#core/json.ts'
import { sampleOfSchema } from './sample-of-schema.ts'

/** Maximum length of a sample; a longer one would fill the field. */
const mostCharacters = 160

/** The placeholder of an empty JSON field, which shows the expected shape. */
export function jsonExample(schema: JsonSchema): string {
  const sample = JSON.stringify(sampleOfSchema(schema))
  const isTelling = !['null', '[]', '{}'].includes(sample) && sample.length <= mostCharacters
  if (isTelling) return `JSON, such as\n${sample}`
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  return type === 'array' ? 'JSON, such as\n["text", 1]' : 'JSON, such as\n{"name": "text"}'
}
