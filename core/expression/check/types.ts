import { fileFormat } from '#core/file-format.ts'
import type { Json, JsonSchema } from '#core/json.ts'
import { isJsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { RootName } from '../scope.ts'

/** What is known of a value before a run. `any` is what nothing is known of: nothing is reported about it. */
export type ValueType =
  | { readonly kind: 'any' }
  | { readonly kind: 'null' | 'boolean' | 'number' | 'string' | 'timestamp' | 'duration' }
  | { readonly kind: 'list'; readonly element: ValueType }
  | ObjectType
  | { readonly kind: 'union'; readonly of: readonly ValueType[] }

export interface ObjectType {
  readonly kind: 'object'
  readonly fields: { readonly [name: string]: ValueType }
  /** The type of the fields that `fields` does not name; undefined where there are none (a closed object). */
  readonly others: ValueType | undefined
  /** Why a field will not be there, a sentence by field: reading it is a warning. */
  readonly absent?: { readonly [name: string]: string }
}

/** The types of the names that an expression may read; `item` and `index` only where a step goes over a list. */
export type ScopeTypes = { readonly [root in Exclude<RootName, 'item' | 'index'>]: ValueType } & {
  readonly item?: ValueType
  readonly index?: ValueType
  readonly names?: { readonly [name: string]: ValueType }
  /** `now` and `resources(id)` are there: in the conditions of an envelope only. */
  readonly world?: true
}

export const anyType: ValueType = { kind: 'any' }
export const nullType: ValueType = { kind: 'null' }
export const booleanType: ValueType = { kind: 'boolean' }
export const numberType: ValueType = { kind: 'number' }
export const stringType: ValueType = { kind: 'string' }

export function listType(element: ValueType): ValueType {
  return { kind: 'list', element }
}

/** An object with these fields; further ones are of the type `others`, or not there if that is undefined. */
export function objectType(fields: ObjectType['fields'], others: ValueType | undefined): ObjectType {
  return { kind: 'object', fields, others }
}

/** One of several types, each kind of scalar once. */
export function unionType(types: readonly ValueType[]): ValueType {
  const of: ValueType[] = []
  for (const type of types.flatMap(alternatives)) {
    if (type.kind === 'any') return anyType
    const structured = type.kind === 'list' || type.kind === 'object'
    if (structured ? !of.includes(type) : !of.some((one) => one.kind === type.kind)) of.push(type)
  }
  if (of.length === 0 || of.length > limits.expression.typeAlternatives) return anyType
  return of.length === 1 ? (of[0] as ValueType) : { kind: 'union', of }
}

export function alternatives(type: ValueType): readonly ValueType[] {
  return type.kind === 'union' ? type.of : [type]
}

/** The type as an author reads it: "number", "list of text", "text or null". */
export function describeType(type: ValueType): string {
  switch (type.kind) {
    case 'string':
      return 'text'
    case 'list':
      return type.element.kind === 'any' ? 'list' : `list of ${describeType(type.element)}`
    case 'union':
      return type.of.map(describeType).join(' or ')
    default:
      return type.kind
  }
}

/** The type with an article, for a sentence. */
export function withArticle(type: ValueType): string {
  if (type.kind === 'null') return 'null'
  return `${type.kind === 'object' ? 'an' : 'a'} ${describeType(type)}`
}

/**
 * What a JSON Schema says of a value. An object may have further fields, of the
 * type of `additionalProperties`, unless that is false. What the schema says in
 * words that are not read here (`$ref`, `allOf`, `if`) makes it `any`.
 */
export function typeOfSchema(schema: JsonSchema | boolean, depth = 0): ValueType {
  if (typeof schema === 'boolean' || depth > limits.expression.typeDepth) return anyType
  if ('$ref' in schema || 'allOf' in schema || 'if' in schema || '$dynamicRef' in schema) return anyType
  if ('const' in schema) return typeOfJson(schema.const as Json)
  if (Array.isArray(schema.enum)) return unionType((schema.enum as readonly Json[]).map(typeOfJson))
  const several = schema.anyOf ?? schema.oneOf
  if (Array.isArray(several)) return unionType((several as readonly Json[]).map((one) => typeOfPart(one, depth)))
  const { type } = schema
  const types = (Array.isArray(type) ? type : [type ?? impliedType(schema)]) as readonly Json[]
  const read = unionType(types.map((one) => typeOfWord(one, schema, depth)))
  return schema.nullable === true ? unionType([read, nullType]) : read
}

function typeOfPart(part: Json | undefined, depth: number): ValueType {
  return typeof part === 'boolean' || isJsonObject(part) ? typeOfSchema(part, depth + 1) : anyType
}

/** A schema without `type` that names properties is meant as an object. */
function impliedType(schema: JsonSchema): Json {
  return 'properties' in schema ? 'object' : null
}

function typeOfWord(word: Json, schema: JsonSchema, depth: number): ValueType {
  switch (word) {
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
      return { kind: word }
    case 'integer':
      return numberType
    case 'array':
      return listType(typeOfPart(schema.items, depth))
    case 'object': {
      if (schema.format === fileFormat) return fileType
      const properties = isJsonObject(schema.properties) ? schema.properties : {}
      const fields = Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, typeOfPart(part, depth)]),
      )
      return objectType(fields, othersOf(schema, depth))
    }
    default:
      return anyType
  }
}

/** What expressions read of an uploaded file. Its content is no part of the value. */
const fileType = objectType(
  { heddle_file: { kind: 'string' }, name: { kind: 'string' }, media_type: { kind: 'string' }, bytes: numberType },
  undefined,
)

function othersOf(schema: JsonSchema, depth: number): ValueType | undefined {
  if ('patternProperties' in schema) return anyType
  const others = schema.additionalProperties
  return others === false ? undefined : typeOfPart(others, depth)
}

/** The type of one value; an object made of it has exactly its fields. */
export function typeOfJson(value: Json): ValueType {
  if (value === null) return nullType
  if (typeof value !== 'object') return { kind: typeof value as 'boolean' | 'number' | 'string' }
  if (Array.isArray(value)) return listType(anyType)
  return objectType(Object.fromEntries(Object.keys(value).map((key) => [key, anyType])), undefined)
}
