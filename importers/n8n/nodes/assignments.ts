import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import type { N8nNode } from '../read-n8n.ts'

/** A field that a Set node sets. */
export interface Assignment {
  readonly name: string
  readonly value: Json
  /** The type to which n8n converts the value; absent if n8n keeps the value. */
  readonly type?: string
}

const typeOfKey: { readonly [key: string]: string } = {
  stringValue: 'string',
  numberValue: 'number',
  booleanValue: 'boolean',
  arrayValue: 'array',
  objectValue: 'object',
}

const listOf = (value: Json | undefined): readonly JsonObject[] => (isJsonList(value) ? value.filter(isJsonObject) : [])

/** The fields that a Set node sets, in the spelling of each version; none if the node has JSON. */
export function assignmentsOf({ parameters }: Pick<N8nNode, 'parameters'>): readonly Assignment[] {
  const { assignments, fields, values } = parameters
  if (assignments !== undefined) {
    return listOf(objectOf(assignments).assignments).map(({ name, value = '', type }) => ({
      name: String(name),
      value,
      ...(typeof type === 'string' && { type }),
    }))
  }
  if (fields !== undefined) return listOf(objectOf(fields).values).map(ofFields)
  return Object.entries(objectOf(values)).flatMap(([type, list]) =>
    listOf(list).map(({ name, value = '' }) => ({ name: String(name), value, type })),
  )
}

/** Versions 3.0 to 3.2 of Set store the value under a key named by its type. */
function ofFields(field: JsonObject): Assignment {
  const key = typeof field.type === 'string' ? field.type : 'stringValue'
  return { name: String(field.name), value: field[key] ?? '', type: typeOfKey[key] ?? key }
}

/** Whether the node passes its other input on; the key depends on the version. */
export function keepsOthers({ parameters, typeVersion }: Pick<N8nNode, 'parameters' | 'typeVersion'>): boolean {
  const { assignments, fields, include, includeOtherFields, keepOnlySet, jsonOutput } = parameters
  if (assignments !== undefined) return includeOtherFields === true
  if (fields !== undefined) return include !== 'none'
  if (jsonOutput !== undefined) return typeVersion >= 3.3 ? includeOtherFields === true : include !== 'none'
  return keepOnlySet !== true
}
