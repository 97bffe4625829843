import type { JsonSchema } from '#core/json.ts'
import { uiTexts } from '../texts/ui.ts'
import { sampleOfSchema } from './sample-of-schema.ts'

/** Maximum length of a sample; a longer one would fill the field. */
const mostCharacters = 160

/** The placeholder of an empty JSON field, which shows the expected shape. */
export function jsonExample(schema: JsonSchema): string {
  const sample = JSON.stringify(sampleOfSchema(schema))
  const isTelling = !['null', '[]', '{}'].includes(sample) && sample.length <= mostCharacters
  if (isTelling) return uiTexts.jsonSuchAs(sample)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  return type === 'array' ? uiTexts.jsonSuchAsText1 : uiTexts.jsonSuchAsNameText
}
