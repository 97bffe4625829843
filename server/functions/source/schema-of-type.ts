import type { Statement, TSSignature, TSType, TSTypeName } from 'oxc-parser'
import { isJsonList, isJsonObject, type Json, type JsonObject, type JsonSchema, objectOf } from '#core/json.ts'

/** The types that one file declares, by name. */
export type DeclaredTypes = ReadonlyMap<string, TSType | readonly TSSignature[]>

/** The maximum depth to which a recursive type is expanded. */
const DEEPEST = 8
/**
 * The maximum number of expanded parts per type: a type that refers to itself by several names doubles with every
 * level.
 */
const MOST_PARTS = 500

/** The remaining number of parts, shared and decremented by all branches. */
interface Left {
  parts: number
}

/** Interfaces and type aliases of a file; what it imports is not looked up. */
export function declaredTypes(body: readonly Statement[]): DeclaredTypes {
  const types = new Map<string, TSType | readonly TSSignature[]>()
  for (const statement of body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type === 'TSTypeAliasDeclaration') types.set(node.id.name, node.typeAnnotation)
    if (node?.type === 'TSInterfaceDeclaration' && node.extends.length === 0) types.set(node.id.name, node.body.body)
  }
  return types
}

/** A TypeScript type as a JSON Schema; `{}` when nothing can be known. */
export function schemaOfType(type: TSType, types: DeclaredTypes): JsonSchema {
  return schemaOfPart(type, types, 0, { parts: MOST_PARTS })
}

function schemaOfPart(type: TSType, types: DeclaredTypes, depth: number, left: Left): JsonSchema {
  if (depth > DEEPEST || left.parts === 0) return {}
  left.parts -= 1
  const inner = (part: TSType) => schemaOfPart(part, types, depth + 1, left)
  switch (type.type) {
    case 'TSStringKeyword':
      return { type: 'string' }
    case 'TSNumberKeyword':
      return { type: 'number' }
    case 'TSBooleanKeyword':
      return { type: 'boolean' }
    case 'TSNullKeyword':
      return { type: 'null' }
    case 'TSArrayType':
      return { type: 'array', items: inner(type.elementType) }
    case 'TSTypeOperator':
      return type.operator === 'readonly' ? inner(type.typeAnnotation) : {}
    case 'TSParenthesizedType':
      return inner(type.typeAnnotation)
    case 'TSLiteralType':
      return 'value' in type.literal && typeof type.literal.value !== 'bigint'
        ? { const: type.literal.value as Json }
        : {}
    case 'TSUnionType':
      return unionOf(
        type.types.filter((part) => part.type !== 'TSUndefinedKeyword' && part.type !== 'TSVoidKeyword').map(inner),
      )
    case 'TSTypeLiteral':
      return schemaOfMembers(type.members, inner)
    case 'TSTypeReference':
      return schemaOfReference(nameOf(type.typeName), type.typeArguments?.params ?? [], types, inner)
    default:
      return {}
  }
}

function unionOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas
  if (schemas.length <= 1) return only ?? {}
  if (schemas.every((schema) => 'const' in schema)) return { enum: schemas.map((schema) => schema.const as Json) }
  return { anyOf: schemas }
}

type Follow = (part: TSType) => JsonSchema

function schemaOfMembers(members: readonly TSSignature[], follow: Follow): JsonSchema {
  const properties: [string, JsonSchema][] = []
  const required: string[] = []
  for (const member of members) {
    if (member.type !== 'TSPropertySignature' || member.computed) continue
    const name = propertyName(member.key)
    if (name === null) continue
    properties.push([name, member.typeAnnotation ? follow(member.typeAnnotation.typeAnnotation) : {}])
    if (!member.optional) required.push(name)
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** Wrappers whose JSON is that of what they wrap. */
const transparent: ReadonlySet<string> = new Set(['Promise', 'Readonly'])

function schemaOfReference(
  name: string,
  parameters: readonly TSType[],
  types: DeclaredTypes,
  follow: Follow,
): JsonSchema {
  const [first, second] = parameters
  if (first && transparent.has(name)) return follow(first)
  if (first && name === 'Partial') return requiring(follow(first), () => [])
  if (first && name === 'Required') return requiring(follow(first), (properties) => Object.keys(properties))
  if (first && (name === 'Array' || name === 'ReadonlyArray')) return { type: 'array', items: follow(first) }
  if (second && name === 'Record') return { type: 'object', additionalProperties: follow(second) }
  const declared = types.get(name)
  if (declared === undefined) return {}
  return 'type' in declared ? follow(declared) : schemaOfMembers(declared, follow)
}

/** The fields of an object, or of each of several that it may be, required or not. */
function requiring(schema: JsonSchema, which: (properties: JsonObject) => readonly string[]): JsonSchema {
  if (isJsonList(schema.anyOf)) {
    return { ...schema, anyOf: schema.anyOf.map((part) => requiring(objectOf(part), which)) }
  }
  if (!isJsonObject(schema.properties)) return schema
  const { required: _, ...others } = schema
  const required = which(schema.properties)
  return required.length === 0 ? others : { ...others, required }
}

const nameOf = (name: TSTypeName): string => (name.type === 'Identifier' ? name.name : '')

export function propertyName(key: { readonly type: string }): string | null {
  if ('name' in key && typeof key.name === 'string') return key.name
  return 'value' in key && (typeof key.value === 'string' || typeof key.value === 'number') ? String(key.value) : null
}
