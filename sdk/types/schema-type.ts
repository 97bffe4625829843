/** A JSON Schema as a plain object. */
export interface JsonSchema {
  readonly [key: string]: unknown
}

/** The TypeScript type of a reference, by its whole text. */
type ReferenceType = (reference: string) => string

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * The TypeScript type of a JSON Schema (draft 2020-12). What types cannot say (patterns, bounds, conditions) is left out;
 * a schema without a type takes any value. An object without `additionalProperties` has the declared fields alone, so
 * that a misspelled one does not compile.
 */
export function schemaType(schema: unknown, referenceType: ReferenceType): string {
  if (typeof schema !== 'object' || schema === null) return schema === false ? 'never' : 'unknown'
  const typeOf = (part: unknown) => schemaType(part, referenceType)
  const { $ref, const: word, enum: words, anyOf, oneOf, allOf, type, items } = schema as JsonSchema
  if (typeof $ref === 'string') return referenceType($ref)
  if (word !== undefined) return JSON.stringify(word)
  if (Array.isArray(words)) return words.map((each) => JSON.stringify(each)).join(' | ') || 'never'
  const options = anyOf ?? oneOf
  if (Array.isArray(options)) return [...new Set(options.map(typeOf))].join(' | ')
  if (Array.isArray(allOf)) return allOf.map((each) => `(${typeOf(each)})`).join(' & ')
  if (Array.isArray(type)) return type.map((each: unknown) => typeOf({ ...schema, type: each })).join(' | ')
  if (type === 'array') {
    const item = typeOf(items ?? {})
    return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object') return objectType(schema as JsonSchema, typeOf)
  return plain[String(type)] ?? 'unknown'
}

function objectType(schema: JsonSchema, typeOf: (part: unknown) => string): string {
  const { additionalProperties: others } = schema
  const fields = fieldsOf(schema, typeOf)
  if (others === false && fields.length === 0) return 'Record<string, never>'
  if (others === false || (others === undefined && fields.length > 0)) return `{ ${fields.join('; ')} }`
  // Fields of other types may be beside the declared ones.
  const other = fields.length === 0 ? typeOf(others ?? {}) : 'unknown'
  return `{ ${[...fields, `[key: string]: ${other}`].join('; ')} }`
}

/** The declared fields of an object, each as TypeScript writes it. */
export function fieldsOf(
  { properties = {}, required }: JsonSchema,
  typeOf: (part: JsonSchema) => string,
): readonly string[] {
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, field]) => `${commentOf(field.description)}${keyOf(name)}${needed.has(name) ? '' : '?'}: ${typeOf(field)}`,
  )
}

/** A comment before a field. A text that would end the comment is changed. */
export const commentOf = (text: unknown) =>
  typeof text === 'string' ? `/** ${text.replaceAll('*/', '*\u2215').replaceAll(/\s+/g, ' ')} */ ` : ''

export const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
