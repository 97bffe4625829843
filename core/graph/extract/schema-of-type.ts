import { alternatives, type ValueType } from '#core/expression/check/types.ts'
import type { JsonObject } from '#core/json.ts'

const scalars: ReadonlySet<ValueType['kind']> = new Set(['null', 'boolean', 'number', 'string'])

/** The JSON Schema of a static type; an empty one where nothing is certain. */
export function schemaOfType(type: ValueType): JsonObject {
  if (scalars.has(type.kind)) return { type: type.kind }
  switch (type.kind) {
    case 'list': {
      const items = schemaOfType(type.element)
      return { type: 'array', ...(isEmpty(items) ? {} : { items }) }
    }
    case 'object': {
      const fields = Object.entries(type.fields).map(([name, field]) => [name, schemaOfType(field)] as const)
      return { type: 'object', ...(fields.length === 0 ? {} : { properties: Object.fromEntries(fields) }) }
    }
    default: {
      const kinds = alternatives(type).map(({ kind }) => kind)
      return kinds.every((kind) => scalars.has(kind)) ? { type: kinds } : {}
    }
  }
}

const isEmpty = (schema: JsonObject) => Object.keys(schema).length === 0
