import { z } from 'zod'

/** A JSON Schema (draft 2020-12) of the document. */
export interface JsonSchema {
  [key: string]: unknown
}

/** Formats that say it all; the patterns beside them are long. */
const formats: ReadonlySet<unknown> = new Set(['uuid', 'date-time'])

/**
 * The JSON Schema of what a request may send, or of an answer. A schema whose text becomes another value (a number in
 * an address) says in its metadata `wire` how the document shows it. Schemas with an `id` are named components, which
 * are added to `components`.
 */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...made
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: each }) => tidy(each as JsonSchema),
  })
  const { $defs: _defs, ...named } = { $defs, ...made }
  for (const [name, component] of Object.entries($defs)) components[name] = withReferences(component) as JsonSchema
  const { id, ...own } = withReferences(named) as JsonSchema
  if (typeof id !== 'string') return own
  components[id] = own
  return reference(id)
}

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

function tidy(schema: JsonSchema): void {
  if (formats.has(schema.format)) delete schema.pattern
  // Every whole number of JSON has this bound.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  delete schema.readOnly
  const { wire, default: otherwise, description } = schema
  if (wire === undefined) return
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(
    schema,
    wire,
    otherwise !== undefined && { default: otherwise },
    description !== undefined && { description },
  )
}

/** References into the components of the document. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string'
        ? each.replace('#/$defs/', '#/components/schemas/')
        : withReferences(each),
    ]),
  )
}
