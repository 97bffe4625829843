import { format, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import { RE2JS } from 're2js'
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { sentenceFor } from './json-schema-sentence.ts'

/** What is wrong with a value: `path` is dotted (`items.0.sku`, empty for the value itself). */
export interface JsonError {
  readonly path: string
  readonly message: string
}

/**
 * Checks a value against an author's JSON Schema with an interpreter: no code
 * is generated, and `pattern` is RE2, so that neither a schema nor a value can
 * run code or take exponential time. A schema that cannot be used says so as an
 * error of the value itself.
 */
export function validateJson(schema: JsonSchema, value: Json): readonly JsonError[] {
  const complaint = checkSchema(schema)
  if (complaint) return [{ path: '', message: complaint }]
  const patterns = new Map<string, RE2JS>()
  const interpreted = withoutPatterns(schema, patterns) as Schema
  // The interpreter knows formats by name and looks nowhere else: ours exist for the time of one check.
  for (const [name, pattern] of patterns) format[name] = (text) => pattern.matcher(text).find()
  try {
    return readable(new Validator(interpreted, '2020-12', false).validate(value).errors, interpreted)
  } catch {
    return [{ path: '', message: 'The schema refers to itself without end. Give its $ref a way out.' }]
  } finally {
    for (const name of patterns.keys()) delete format[name]
  }
}

const FORMAT_OF_PATTERN = 're2:'

/** The schema with each `pattern` as a format of ours. */
function withoutPatterns(node: Json, patterns: Map<string, RE2JS>): Json {
  if (Array.isArray(node)) return node.map((item: Json) => withoutPatterns(item, patterns))
  if (!isJsonObject(node)) return node
  const copy: Record<string, Json> = Object.create(null)
  for (const [key, child] of Object.entries(node)) copy[key] = withoutPatterns(child, patterns)
  if (typeof node.pattern !== 'string') return copy
  delete copy.pattern
  const name = `${FORMAT_OF_PATTERN}${node.pattern}`
  patterns.set(name, RE2JS.compile(node.pattern))
  return { ...copy, allOf: [...(Array.isArray(copy.allOf) ? copy.allOf : []), { format: name }] }
}

/** Errors of containers repeat those of what they contain; of alternatives, one sentence is enough. */
function readable(errors: readonly OutputUnit[], schema: Schema): readonly JsonError[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'not')
  return errors
    .filter(({ keyword, keywordLocation }) => {
      if (containers.has(keyword)) return false
      return !alternatives.some((one) => keywordLocation.startsWith(`${one.keywordLocation}/`))
    })
    .map((unit) => sentenceFor(unit, schema as JsonObject))
}

const containers = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'allOf',
  '$ref',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/** Why a schema cannot be used, in a sentence; null when it can. */
export function checkSchema(schema: JsonSchema): string | null {
  return check(schema, schema, limits.definition.depth)
}

const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const
const schemaMaps = ['properties', '$defs', 'definitions', 'dependentSchemas'] as const
const schemas = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'] as const
const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

function check(node: Json, root: JsonSchema, depth: number): string | null {
  if (typeof node === 'boolean') return null
  if (!isJsonObject(node)) return 'A schema must be an object such as { type: string }.'
  if (depth === 0) return `A schema may be nested ${limits.definition.depth} levels deep.`
  return checkKeywords(node, root) ?? checkParts(node, root, depth - 1)
}

function checkKeywords(node: JsonObject, root: JsonSchema): string | null {
  const named = node.type === undefined ? [] : Array.isArray(node.type) ? node.type : [node.type]
  const unknown = named.find((type) => typeof type !== 'string' || !types.has(type))
  if (unknown !== undefined) return `The type ${JSON.stringify(unknown)} is not one of ${[...types].join(', ')}.`
  if (node.required !== undefined && !isNames(node.required)) return '`required` must be a list of names.'
  if (node.enum !== undefined && !Array.isArray(node.enum)) return '`enum` must be a list of values.'
  if (node.patternProperties !== undefined) return '`patternProperties` is not supported. Use `additionalProperties`.'
  if (node.pattern !== undefined && !isPattern(node.pattern)) {
    return `The pattern ${JSON.stringify(node.pattern)} is not an RE2 regular expression (no look-around, no back-references).`
  }
  if (node.$ref !== undefined && !pointsInto(root, node.$ref)) {
    return `The reference ${JSON.stringify(node.$ref)} leads nowhere. Only references into the same schema are followed, such as "#/$defs/name".`
  }
  return null
}

function checkParts(node: JsonObject, root: JsonSchema, depth: number): string | null {
  for (const key of schemaLists) {
    const list = node[key]
    if (list === undefined) continue
    if (!Array.isArray(list) || list.length === 0) return `\`${key}\` must be a list of schemas.`
    for (const part of list as readonly Json[]) {
      const complaint = check(part, root, depth)
      if (complaint) return complaint
    }
  }
  for (const key of schemaMaps) {
    const map = node[key]
    if (map === undefined) continue
    if (!isJsonObject(map)) return `\`${key}\` must be an object of schemas by name.`
    for (const part of Object.values(map)) {
      const complaint = check(part, root, depth)
      if (complaint) return complaint
    }
  }
  for (const key of schemas) {
    const part = node[key]
    const complaint = part === undefined ? null : check(part, root, depth)
    if (complaint) return complaint
  }
  return null
}

function isNames(value: Json): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function isPattern(value: Json): boolean {
  if (typeof value !== 'string') return false
  try {
    RE2JS.compile(value)
    return true
  } catch {
    return false
  }
}

function pointsInto(root: JsonSchema, reference: Json): boolean {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return false
  if (reference === '#') return true
  let node: Json | undefined = root
  for (const key of reference.slice(2).split('/')) {
    node = isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
  }
  return node !== undefined
}
