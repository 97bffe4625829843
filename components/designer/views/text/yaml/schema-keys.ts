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
  keyword('type', 'Type', 'What kind of value it is, or a list of kinds.', 'choice', types),
  keyword('title', 'Title', 'What a form calls it.', 'text'),
  keyword('description', 'Description', 'What a form says below it.', 'long_text'),
  keyword('default', 'Default', 'What a form begins with.'),
  keyword('examples', 'Examples', 'A list of values it might have.'),
  keyword('enum', 'Choices', 'The list of values that are possible.'),
  keyword('const', 'Constant', 'The one value that is possible.'),
  keyword('properties', 'Fields', 'The fields of an object, each with a schema of its own.'),
  keyword('required', 'Required fields', 'The names of the fields that have to be there.', 'names'),
  keyword('additionalProperties', 'Other fields', 'Whether fields without a name here may be there, or their schema.'),
  keyword('patternProperties', 'Fields by pattern', 'Schemas of the fields whose names fit a regular expression.'),
  keyword('propertyNames', 'Names of fields', 'The schema of every field name.'),
  keyword('minProperties', 'Fewest fields', 'How many fields there are at least.', 'integer'),
  keyword('maxProperties', 'Most fields', 'How many fields there are at the most.', 'integer'),
  keyword('items', 'Elements', 'The schema of every element of a list.'),
  keyword('prefixItems', 'First elements', 'Schemas of the first elements of a list, one after the other.'),
  keyword('contains', 'Contains', 'A schema that one element of a list fits at least.'),
  keyword('minItems', 'Fewest elements', 'How many elements a list has at least.', 'integer'),
  keyword('maxItems', 'Most elements', 'How many elements a list has at the most.', 'integer'),
  keyword('uniqueItems', 'Different elements', 'Whether no two elements of a list may be equal.', 'boolean'),
  keyword('minimum', 'Smallest', 'The smallest number that is possible.', 'number'),
  keyword('maximum', 'Largest', 'The largest number that is possible.', 'number'),
  keyword('exclusiveMinimum', 'Above', 'The number has to be larger than this.', 'number'),
  keyword('exclusiveMaximum', 'Below', 'The number has to be smaller than this.', 'number'),
  keyword('multipleOf', 'Multiple of', 'What the number can be divided by without a rest.', 'number'),
  keyword('minLength', 'Shortest', 'How many characters a text has at least.', 'integer'),
  keyword('maxLength', 'Longest', 'How many characters a text has at the most.', 'integer'),
  keyword('pattern', 'Pattern', 'A regular expression that is found in the text.', 'text'),
  keyword('format', 'Format', 'What the text is.', 'choice', formats),
  keyword('allOf', 'All of', 'A list of schemas, all of which the value fits.'),
  keyword('anyOf', 'Any of', 'A list of schemas, one of which the value fits at least.'),
  keyword('oneOf', 'One of', 'A list of schemas, exactly one of which the value fits.'),
  keyword('not', 'Not', 'A schema that the value does not fit.'),
  keyword('if', 'If', 'A schema: what fits it has to fit `then` as well, anything else `else`.'),
  keyword('then', 'Then', 'What has to be fitted where `if` is.'),
  keyword('else', 'Else', 'What has to be fitted where `if` is not.'),
  keyword('$ref', 'Reference', 'A place of this schema that says the rest, such as #/$defs/address.', 'text'),
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
