import { formatNumber } from '#components/ui/text/format-number.ts'
import { type FileRules, fileRulesOf } from '#core/definition/schema/check-file.ts'
import { isJsonObject, type Json, type JsonObject, type JsonSchema, objectOf } from '#core/json.ts'
import { uiTexts } from '../texts/ui.ts'

/** The controls of a form by schema: one kind per control. */
export type SchemaField =
  | { readonly kind: 'object'; readonly properties: readonly PropertyField[] }
  | {
      readonly kind: 'text'
      readonly long: boolean
      readonly inputType: 'text' | 'email' | 'url' | 'date'
    }
  | { readonly kind: 'instant' }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly options: readonly Json[] }
  | { readonly kind: 'strings'; readonly options: readonly string[] | null }
  | { readonly kind: 'file'; readonly rules: FileRules }
  /** A shape without a control of its own: edited as JSON. */
  | { readonly kind: 'json' }

export interface PropertyField {
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** Maximum length of a text with a single line. */
const longText = 120

export function schemaField(schema: JsonSchema): SchemaField {
  if (Array.isArray(schema.enum) && schema.enum.every(isScalar)) return { kind: 'choice', options: schema.enum }
  const rules = fileRulesOf(schema)
  if (rules !== null) return { kind: 'file', rules }
  switch (typeOf(schema)) {
    case 'object':
      return isJsonObject(schema.properties) ? { kind: 'object', properties: propertiesOf(schema) } : { kind: 'json' }
    case 'string':
      return textField(schema)
    case 'number':
      return { kind: 'number', integer: false }
    case 'integer':
      return { kind: 'number', integer: true }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return stringsField(schema)
    default:
      return { kind: 'json' }
  }
}

/** `['string', 'null']` counts as a string; a missing type is an object where there are properties. */
function typeOf(schema: JsonSchema): string | undefined {
  if (Array.isArray(schema.type)) return schema.type.filter((type) => type !== 'null').map(String)[0]
  if (typeof schema.type === 'string') return schema.type
  return isJsonObject(schema.properties) ? 'object' : undefined
}

function propertiesOf(schema: JsonSchema): readonly PropertyField[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  return Object.entries(properties).map(([name, property]) => {
    const inner = objectOf(property)
    return {
      name,
      label: typeof inner.title === 'string' ? inner.title : labelOfName(name),
      required: required.includes(name),
      schema: inner,
    }
  })
}

/** `order_id` reads as `Order id`. */
export function labelOfName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

const inputTypes = {
  email: 'email',
  uri: 'url',
  date: 'date',
} as const

function textField(schema: JsonSchema): SchemaField {
  const format = typeof schema.format === 'string' ? schema.format : ''
  if (format === 'date-time') return { kind: 'instant' }
  const inputType = inputTypes[format as keyof typeof inputTypes]
  if (inputType) return { kind: 'text', long: false, inputType }
  const long = format === 'textarea' || (typeof schema.maxLength === 'number' && schema.maxLength > longText)
  return { kind: 'text', long, inputType: 'text' }
}

function stringsField(schema: JsonSchema): SchemaField {
  const items = isJsonObject(schema.items) ? schema.items : {}
  if (typeOf(items) !== 'string' && !Array.isArray(items.enum)) return { kind: 'json' }
  const options = Array.isArray(items.enum) ? items.enum.filter((option) => typeof option === 'string') : null
  return { kind: 'strings', options }
}

const isScalar = (value: Json) => value === null || typeof value !== 'object'

/** A required yes or no whose answer is the decision: `approved`, `accept`, `confirmed`… */
export function isDecision(field: PropertyField): boolean {
  return (
    field.required &&
    schemaField(field.schema).kind === 'boolean' &&
    /^(is_?)?(approve|accept|confirm|agree|allow)/i.test(field.name)
  )
}

/**
 * The initial value of a form: the defaults in the schema, and `false` for a required check box, which an empty box
 * shows. No other value is invented, and a decision is never preselected.
 */
export function initialValue(schema: JsonSchema, decisions: boolean): Json {
  if (schema.default !== undefined) return schema.default
  const field = schemaField(schema)
  if (field.kind !== 'object') return null
  const value: Record<string, Json> = {}
  for (const property of field.properties) {
    const isOpenDecision = decisions && isDecision(property)
    const isBox = property.required && schemaField(property.schema).kind === 'boolean' && !isOpenDecision
    const inner = initialValue(property.schema, false) ?? (isBox ? false : null)
    if (inner !== null && !(isJsonObject(inner) && Object.keys(inner).length === 0)) value[property.name] = inner
  }
  return value
}

/** A copy of `value` with `name` set, or without it when `next` is undefined. */
export function withProperty(value: Json | undefined, name: string, next: Json | undefined): JsonObject {
  const { [name]: _, ...rest } = objectOf(value)
  if (next === undefined) return rest
  return isJsonObject(value) && name in value ? { ...value, [name]: next } : { ...rest, [name]: next }
}

/** The bounds in words below a label: `500 characters at most`, `100 to 1,000,000`. */
export function boundsInWords(schema: JsonSchema): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxLength } = schema
  if (typeof maxLength === 'number') return uiTexts.characters(formatNumber(maxLength))
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return uiTexts.to(formatNumber(minimum), formatNumber(maximum))
  if (typeof minimum === 'number') return uiTexts.atLeast(formatNumber(minimum))
  if (typeof maximum === 'number') return uiTexts.atMost(formatNumber(maximum))
  if (typeof exclusiveMinimum === 'number') return uiTexts.moreThan(formatNumber(exclusiveMinimum))
  if (typeof exclusiveMaximum === 'number') return uiTexts.lessThan(formatNumber(exclusiveMaximum))
  return null
}
