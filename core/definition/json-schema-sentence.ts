import type { OutputUnit } from '@cfworker/json-schema'
import { isJsonObject, type Json, type JsonObject } from '../json.ts'

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'empty',
}

/** Says by keyword what the value must be; `wanted` is the keyword's value in the schema. */
const sentences: Readonly<Record<string, (wanted: Json) => string>> = {
  type: (wanted) =>
    `must be ${[wanted]
      .flat()
      .map((type) => typeWords[String(type)])
      .join(' or ')}`,
  enum: (wanted) =>
    `must be one of ${[wanted]
      .flat()
      .map((value) => JSON.stringify(value))
      .join(', ')}`,
  const: (wanted) => `must be ${JSON.stringify(wanted)}`,
  minimum: (wanted) => `must be at least ${wanted}`,
  maximum: (wanted) => `must be at most ${wanted}`,
  exclusiveMinimum: (wanted) => `must be more than ${wanted}`,
  exclusiveMaximum: (wanted) => `must be less than ${wanted}`,
  multipleOf: (wanted) => `must be a multiple of ${wanted}`,
  minLength: (wanted) => (wanted === 1 ? 'must not be empty' : `must have at least ${wanted} characters`),
  maxLength: (wanted) => `must have at most ${wanted} characters`,
  minItems: (wanted) => `must have at least ${wanted} items`,
  maxItems: (wanted) => `must have at most ${wanted} items`,
  uniqueItems: () => 'must not contain the same item twice',
  format: (wanted) =>
    String(wanted).startsWith('re2:') ? `must match ${String(wanted).slice(4)}` : `must be a valid ${wanted}`,
  anyOf: () => 'fits none of the allowed forms',
  oneOf: () => 'must fit exactly one of the allowed forms',
  not: () => 'must not have this form',
  false: () => 'is not a known field',
}

/** One finding of the interpreter in words, at the field that it concerns. */
export function sentenceFor(unit: OutputUnit, schema: JsonObject): { path: string; message: string } {
  const path = keysOf(unit.instanceLocation)
  if (unit.keyword === 'required') {
    const [, property = ''] = /property "(.*)"\.$/.exec(unit.error) ?? []
    return { path: [...path, property].join('.'), message: 'is required' }
  }
  const sentence = sentences[unit.keyword]
  return { path: path.join('.'), message: sentence ? sentence(at(schema, unit.keywordLocation)) : unit.error }
}

/** The keyword's value in the schema, through references where the interpreter went through them. */
function at(schema: JsonObject, location: string): Json {
  let node: Json = schema
  for (const key of keysOf(location)) {
    const child: Json = childOf(node, key)
    node = key === '$ref' ? keysOf(String(child)).reduce<Json>(childOf, schema) : child
  }
  return node
}

function childOf(node: Json, key: string): Json {
  if (Array.isArray(node)) return (node as readonly Json[])[Number(key)] ?? null
  return isJsonObject(node) ? (node[key] ?? null) : null
}

function keysOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescaped)
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
}
