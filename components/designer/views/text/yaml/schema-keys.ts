import type { KeyKind, KeySpec } from '#core/definition/catalogue/key-spec.ts'
import { item } from './yaml-position.ts'

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const formats = ['date', 'time', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'hostname']

const keyword = (
  key: string,
  label: string,
  help: string,
  kind: KeyKind = 'json',
  choices?: readonly string[],
): KeySpec => ({ key, kind, label, help, section: 'main', ...(choices === undefined ? {} : { choices }) })

/** The keywords of JSON Schema that mean something to Heddle, and a person would write. */
const keywords: readonly KeySpec[] = [
  keyword('type', 'Type', 'The type of the value, or a list of types.', 'choice', types),
  keyword('title', 'Title', 'The label in a form.', 'text'),
  keyword('description', 'Description', 'The hint below the field in a form.', 'long_text'),
  keyword('default', 'Default', 'The initial value in a form.'),
  keyword('examples', 'Examples', 'A list of example values.'),
  keyword('enum', 'Choices', 'The list of allowed values.'),
  keyword('const', 'Constant', 'The only allowed value.'),
  keyword('properties', 'Fields', 'The fields of an object, each with its own schema.'),
  keyword('required', 'Required fields', 'The names of the required fields.', 'names'),
  keyword('additionalProperties', 'Other fields', 'Whether fields not listed here are allowed, or their schema.'),
  keyword('patternProperties', 'Fields by pattern', 'Schemas of the fields whose names match a regular expression.'),
  keyword('propertyNames', 'Names of fields', 'The schema of every field name.'),
  keyword('minProperties', 'Minimum fields', 'The minimum number of fields.', 'integer'),
  keyword('maxProperties', 'Maximum fields', 'The maximum number of fields.', 'integer'),
  keyword('items', 'Elements', 'The schema of every item of a list.'),
  keyword('prefixItems', 'First elements', 'Schemas of the first items of a list, in order.'),
  keyword('contains', 'Contains', 'A schema that at least one item must match.'),
  keyword('minItems', 'Minimum items', 'The minimum number of items.', 'integer'),
  keyword('maxItems', 'Maximum items', 'The maximum number of items.', 'integer'),
  keyword('uniqueItems', 'Unique items', 'Whether all items of a list must be different.', 'boolean'),
  keyword('minimum', 'Smallest', 'The smallest allowed number.', 'number'),
  keyword('maximum', 'Largest', 'The largest allowed number.', 'number'),
  keyword('exclusiveMinimum', 'Above', 'The number must be larger than this.', 'number'),
  keyword('exclusiveMaximum', 'Below', 'The number must be smaller than this.', 'number'),
  keyword('multipleOf', 'Multiple of', 'The number must be a multiple of this.', 'number'),
  keyword('minLength', 'Shortest', 'The minimum number of characters.', 'integer'),
  keyword('maxLength', 'Longest', 'The maximum number of characters.', 'integer'),
  keyword('pattern', 'Pattern', 'A regular expression that the text must match.', 'text'),
  keyword('format', 'Format', 'The format of the text.', 'choice', formats),
  keyword('allOf', 'All of', 'A list of schemas; the value must match all of them.'),
  keyword('anyOf', 'Any of', 'A list of schemas; the value must match at least one.'),
  keyword('oneOf', 'One of', 'A list of schemas; the value must match exactly one.'),
  keyword('not', 'Not', 'A schema that the value must not match.'),
  keyword('if', 'If', 'A schema: values that match it must also match `then`, all others `else`.'),
  keyword('then', 'Then', 'The schema for values that match `if`.'),
  keyword('else', 'Else', 'The schema for values that do not match `if`.'),
  keyword('$ref', 'Reference', 'A path in this schema to use here, such as #/$defs/address.', 'text'),
  keyword('$defs', 'Definitions', 'Schemas by name, for `$ref`.'),
]

const single = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'])
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const named = new Set(['properties', 'patternProperties', '$defs'])

/** The keywords of a schema at a path within one; none where the author gives names or values. */
export function schemaKeysAt(path: readonly string[]): readonly KeySpec[] {
  const [key, inner, ...deeper] = path
  if (key === undefined) return keywords
  if (single.has(key)) return schemaKeysAt(path.slice(1))
  const isWithin = named.has(key) ? inner !== undefined : listed.has(key) && inner === item
  return isWithin ? schemaKeysAt(deeper) : []
}
