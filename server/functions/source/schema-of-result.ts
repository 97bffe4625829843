import type { ArrowFunctionExpression, Expression, Function as FunctionNode, ObjectExpression } from 'oxc-parser'
import { isJsonObject, type JsonSchema } from '#core/json.ts'
import { type DeclaredTypes, propertyName, schemaOfType } from './schema-of-type.ts'

/**
 * The result of a function as a JSON Schema: from its declared return type, otherwise from the object literals that it
 * returns. Null when neither gives any information.
 */
export function schemaOfResult(node: FunctionNode | ArrowFunctionExpression, types: DeclaredTypes): JsonSchema | null {
  const written = node.returnType && schemaOfType(node.returnType.typeAnnotation, types)
  const schema = written ?? schemaOfReturns(node)
  return schema === null || Object.keys(schema).length === 0 ? null : schema
}

function schemaOfReturns(node: FunctionNode | ArrowFunctionExpression): JsonSchema | null {
  const returned =
    node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement' ? [node.body] : returnsOf(node.body)
  const objects = returned.map(unwrapped)
  if (objects.length === 0 || !objects.every((value) => value.type === 'ObjectExpression')) return null
  const schemas = objects.map((value) => schemaOfObject(value as ObjectExpression))
  const properties: Record<string, JsonSchema> = {}
  for (const schema of schemas) {
    for (const [name, property] of Object.entries(schema.properties as Record<string, JsonSchema>)) {
      const known = properties[name]
      properties[name] = known === undefined || JSON.stringify(known) === JSON.stringify(property) ? property : {}
    }
  }
  const names = Object.keys(properties)
  const required = names.filter((name) =>
    schemas.every(({ required = [] }) => (required as readonly string[]).includes(name)),
  )
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

/** The values of the `return`s of a function, without those of the functions within it. */
function returnsOf(node: unknown): Expression[] {
  if (Array.isArray(node)) return node.flatMap(returnsOf)
  if (typeof node !== 'object' || node === null) return []
  const { type, argument } = node as { type?: unknown; argument?: Expression | null }
  if (type === 'ReturnStatement') return argument ? [argument] : []
  if (type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression') return []
  return Object.values(node).flatMap(returnsOf)
}

function unwrapped(value: Expression): Expression {
  if (
    value.type === 'TSSatisfiesExpression' ||
    value.type === 'TSAsExpression' ||
    value.type === 'ParenthesizedExpression'
  ) {
    return unwrapped(value.expression)
  }
  return value
}

function schemaOfObject({ properties }: ObjectExpression): JsonSchema {
  const known: [string, JsonSchema][] = []
  for (const property of properties) {
    if (property.type !== 'Property' || property.computed) continue
    const name = propertyName(property.key)
    if (name !== null) known.push([name, schemaOfValue(property.value)])
  }
  const required = known.map(([name]) => name)
  return { type: 'object', properties: Object.fromEntries(known), ...(required.length === 0 ? {} : { required }) }
}

const numeric: ReadonlySet<string> = new Set(['-', '*', '/', '%', '**'])
const logical: ReadonlySet<string> = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', 'instanceof'])

/** The schema that the shape of an expression alone implies. */
function schemaOfValue(value: Expression): JsonSchema {
  const inner = unwrapped(value)
  switch (inner.type) {
    case 'Literal':
      return ['string', 'number', 'boolean'].includes(typeof inner.value) ? { type: typeof inner.value } : {}
    case 'TemplateLiteral':
      return { type: 'string' }
    case 'ObjectExpression':
      return schemaOfObject(inner)
    case 'ArrayExpression':
      return { type: 'array' }
    case 'BinaryExpression':
      if (numeric.has(inner.operator)) return { type: 'number' }
      return logical.has(inner.operator) ? { type: 'boolean' } : {}
    case 'UnaryExpression':
      if (inner.operator === '!') return { type: 'boolean' }
      return inner.operator === '-' || inner.operator === '+' ? { type: 'number' } : {}
    case 'ConditionalExpression': {
      const [yes, no] = [schemaOfValue(inner.consequent), schemaOfValue(inner.alternate)]
      return isJsonObject(yes) && JSON.stringify(yes) === JSON.stringify(no) ? yes : {}
    }
    case 'CallExpression':
      return isCallOf(inner.callee, 'Math') ? { type: 'number' } : {}
    default:
      return {}
  }
}

function isCallOf(callee: Expression, object: string): boolean {
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === object
}
