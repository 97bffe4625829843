import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { isDeeper } from './canonical.ts'
import { compilePattern } from './pattern.ts'
import { anchorsOf, resolveReference } from './reference.ts'

const types = new Set<Json>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** Checks of each keyword's value; keywords that are not listed have no effect. */
const shapes: { readonly [keyword: string]: (value: Json) => string | null } = {
  type: (value) =>
    (Array.isArray(value) ? value : [value]).every((one: Json) => types.has(one))
      ? null
      : `type must be one of ${[...types].join(', ')}.`,
  enum: list,
  required: names,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) => (typeof value === 'number' && value > 0 ? null : 'must be a number above 0.'),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: (value) => (typeof value === 'boolean' ? null : 'must be true or false.'),
  format: text,
  accept: texts,
  maxBytes: count,
  pattern,
}

const singles = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const tables = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']

/** The reason why a schema cannot be used, as a sentence with the place; null for a usable schema. */
export function checkSchema(schema: JsonSchema): string | null {
  if (isDeeper(schema, limits.schema.depth)) return `It is nested deeper than ${limits.schema.depth} levels.`
  const anchors = anchorsOf(schema)
  const open: { part: Json; path: string }[] = [{ part: schema, path: '' }]
  let nodes = 0
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    nodes += 1
    if (nodes > limits.schema.nodes) return `It has more than ${limits.schema.nodes} parts.`
    const { part, path } = one
    if (typeof part === 'boolean') continue
    if (!isJsonObject(part)) return located(path, 'a schema must be a map, or true or false.')
    const reason = checkKeywords(part) ?? checkReferences(part, schema, anchors)
    if (reason !== null) return located(path, reason)
    for (const inner of partsOf(part, path)) open.push(inner)
  }
  return null
}

function checkKeywords(schema: JsonObject): string | null {
  for (const [key, value] of Object.entries(schema)) {
    const reason = Object.hasOwn(shapes, key) ? shapes[key]?.(value) : null
    if (reason !== null && reason !== undefined) return reason.startsWith(key) ? reason : `${key} ${reason}`
    if (lists.includes(key) && list(value) !== null) return `${key} ${list(value)}`
    if (tables.includes(key) && !isJsonObject(value)) return `${key} must be a map of schemas.`
  }
  for (const source of isJsonObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []) {
    const reason = pattern(source)
    if (reason !== null) return `patternProperties: ${source} ${reason}`
  }
  return null
}

function checkReferences(schema: JsonObject, root: JsonSchema, anchors: ReadonlyMap<string, Json>): string | null {
  for (const key of ['$ref', '$dynamicRef']) {
    const reference = schema[key]
    if (reference === undefined) continue
    if (typeof reference !== 'string') return `${key} must be text.`
    if (!reference.startsWith('#'))
      return `${key} can only point into this schema, such as #/$defs/address. Nothing is fetched.`
    const target = resolveReference(root, reference, anchors)
    if (!isJsonObject(target) && typeof target !== 'boolean')
      return `${key} points to ${reference}, where there is no schema.`
  }
  return null
}

function partsOf(schema: JsonObject, path: string): readonly { part: Json; path: string }[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`
    const isList = lists.includes(key) || (key === 'items' && Array.isArray(value))
    if (isList) return (value as readonly Json[]).map((part, index) => ({ part, path: `${at}.${index}` }))
    if (singles.includes(key)) return [{ part: value, path: at }]
    if (tables.includes(key))
      return Object.entries(value as JsonObject).map(([name, part]) => ({ part, path: `${at}.${name}` }))
    return []
  })
}

function located(path: string, reason: string): string {
  return path === '' ? reason : `at ${path}, ${reason}`
}

function list(value: Json): string | null {
  return Array.isArray(value) ? null : 'must be a list.'
}

function names(value: Json): string | null {
  const isNames = Array.isArray(value) && value.every((name: Json) => typeof name === 'string')
  return isNames ? null : 'must be a list of field names.'
}

function texts(value: Json): string | null {
  const isTexts = Array.isArray(value) && value.every((one: Json) => typeof one === 'string')
  return isTexts ? null : 'must be a list of texts.'
}

function number(value: Json): string | null {
  return typeof value === 'number' ? null : 'must be a number.'
}

function count(value: Json): string | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? null
    : 'must be a whole number, 0 or higher.'
}

function text(value: Json): string | null {
  return typeof value === 'string' ? null : 'must be text.'
}

function pattern(value: Json): string | null {
  if (typeof value !== 'string') return 'must be text.'
  if (value.length > limits.schema.patternCharacters)
    return `can have up to ${limits.schema.patternCharacters} characters.`
  return compilePattern(value) === null
    ? 'is not a valid pattern: RE2 has no look-around and no back-references, and counts repetitions up to 1,000.'
    : null
}
