import { fileFormat } from '#core/file-format.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject, type JsonSchema } from '#core/json.ts'

/** The control of a field. `lines`: a list of texts, one a line; `json`: whatever no other control can enter. */
export type FormControl =
  | 'text'
  | 'long_text'
  | 'email'
  | 'url'
  | 'date'
  | 'time'
  | 'number'
  | 'integer'
  | 'yes_no'
  | 'choice'
  | 'choices'
  | 'lines'
  | 'file'
  | 'json'

/** One field of a form, made from a property of an input schema. */
export interface FormField {
  /** The name of the control: the keys that lead to the property, with dots between them. */
  readonly name: string
  readonly path: readonly string[]
  readonly label: string
  readonly help?: string
  readonly control: FormControl
  readonly isRequired: boolean
  readonly schema: JsonSchema
  /** Of choices. */
  readonly options: readonly Json[]
  readonly default?: Json
}

/** Fields under a heading: the properties of an object in the input. */
export interface FormSection {
  readonly heading?: string
  readonly fields: readonly FormField[]
}

const MOST_DEPTH = 3
const LONG_TEXT_CHARACTERS = 200

/** The fields of a form for an input schema; none where the schema declares no properties. */
export function formSections(schema: JsonSchema | undefined): readonly FormSection[] {
  return schema === undefined ? [] : sectionsOf(schema, [], true)
}

function sectionsOf(schema: JsonSchema, path: readonly string[], isNeeded: boolean): readonly FormSection[] {
  const { properties, required } = schema
  if (!isJsonObject(properties)) return []
  const needed = new Set(isJsonList(required) && isNeeded ? required : [])
  const own: FormField[] = []
  const below: FormSection[] = []
  for (const [key, value] of Object.entries(properties)) {
    const property = isJsonObject(value) ? value : {}
    const at = [...path, key]
    const isGroup =
      property.type === 'object' &&
      property.format !== fileFormat &&
      isJsonObject(property.properties) &&
      at.length <= MOST_DEPTH
    if (isGroup) below.push(...sectionsOf(property, at, needed.has(key)))
    else own.push(fieldOf(property, at, needed.has(key)))
  }
  const heading = path.length === 0 ? {} : { heading: labelOf(schema, path) }
  return [...(own.length > 0 ? [{ ...heading, fields: own }] : []), ...below]
}

function fieldOf(schema: JsonObject, path: readonly string[], isRequired: boolean): FormField {
  const help = typeof schema.description === 'string' ? schema.description : undefined
  return {
    name: path.join('.'),
    path,
    label: labelOf(schema, path),
    ...(help !== undefined && { help }),
    control: controlOf(schema),
    isRequired,
    schema,
    options: optionsOf(schema),
    ...(schema.default !== undefined && { default: schema.default }),
  }
}

/** The title of a property, or its key with spaces between the words. */
function labelOf({ title }: JsonSchema, path: readonly string[]): string {
  if (typeof title === 'string' && title.trim() !== '') return title
  const words = (path.at(-1) ?? '')
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .trim()
  return words === '' ? (path.at(-1) ?? '') : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

function optionsOf({ enum: choices, type, items }: JsonSchema): readonly Json[] {
  if (isJsonList(choices)) return choices
  return type === 'array' && isJsonObject(items) && isJsonList(items.enum) ? items.enum : []
}

const ofFormats: Readonly<Record<string, FormControl>> = { email: 'email', uri: 'url', date: 'date', time: 'time' }

function controlOf(schema: JsonObject): FormControl {
  const { type, format, items, maxLength } = schema
  if (format === fileFormat) return 'file'
  if (isJsonList(schema.enum)) return 'choice'
  switch (type) {
    case 'string':
      if (typeof format === 'string' && Object.hasOwn(ofFormats, format)) return ofFormats[format] ?? 'text'
      return typeof maxLength === 'number' && maxLength > LONG_TEXT_CHARACTERS ? 'long_text' : 'text'
    case 'number':
    case 'integer':
      return type
    case 'boolean':
      return 'yes_no'
    case 'array':
      if (optionsOf(schema).length > 0) return 'choices'
      return isJsonObject(items) && items.type === 'string' ? 'lines' : 'json'
    default:
      return 'json'
  }
}
