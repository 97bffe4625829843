import { z } from 'zod'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import type { DocumentedOperation } from './operation.ts'

/** Words about parts of a path. */
const ofPath: Readonly<Record<string, string>> = {
  name: 'The name of the workflow. Encode its slashes as `%2F` where the name ends like another path.',
  org: 'The id of the owner; `local` without login.',
  sha256: 'The hash in the reference to the value.',
}

/** The parameters of an operation: of its path, its address and its headers. */
export function parametersOf(
  { path, query, idempotent, resumable }: DocumentedOperation,
  components: Record<string, JsonSchema>,
): readonly JsonSchema[] {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(ofPath[name] !== undefined && { description: ofPath[name] }),
    schema: { type: 'string' },
  }))
  const asked = query === undefined ? [] : queryParameters(query, components)
  return [
    ...named,
    ...asked,
    ...(idempotent ? [headerParameter('Idempotency-Key', 'A repeated request with the key is executed once.')] : []),
    ...(resumable ? [headerParameter('Last-Event-ID', 'The event behind which the stream continues.')] : []),
  ]
}

const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...(name === 'Idempotency-Key' && { pattern: '^[\\x21-\\x7e]{1,200}$' }) },
})

function queryParameters(query: z.ZodType, components: Record<string, JsonSchema>): readonly JsonSchema[] {
  const options = query instanceof z.ZodDiscriminatedUnion ? (query.options as readonly z.ZodType[]) : [query]
  const schemas = options.map((option) => jsonSchema(option, 'input', components))
  const names = [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties as object)))]
  return names.map((name) => {
    const found = schemas.flatMap(({ properties }) => {
      const schema = (properties as Record<string, JsonSchema>)[name]
      return schema === undefined ? [] : [schema]
    })
    const required = schemas.every((schema) => (schema.required as readonly string[] | undefined)?.includes(name))
    const { description, ...schema } = merged(found)
    return {
      name,
      in: 'query',
      ...(required && { required }),
      ...(typeof description === 'string' && { description }),
      // Lists are written with commas.
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      schema,
    }
  })
}

/** A parameter of several options: what any of them takes. */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = schemas
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first
  if (schemas.every(({ const: word }) => word !== undefined)) {
    return { type: 'string', enum: schemas.map(({ const: word }) => word) }
  }
  return { anyOf: schemas }
}
