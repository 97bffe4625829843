import type { PersonForm } from './tool.ts'

type Schema = Readonly<Record<string, unknown>>

/** Keys of a field that a form of MCP may have, by the type of the field. */
const keysOfType: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
}
const commonKeys = ['type', 'title', 'description', 'default']
const formats: readonly unknown[] = ['email', 'uri', 'date', 'date-time']

/** The form of a task without one of its own. */
const approval: PersonForm = {
  type: 'object',
  properties: { approved: { type: 'boolean', title: 'Approve?' } },
  required: ['approved'],
}

/**
 * The form of a task as a form of MCP, which has one level of plain fields. Null where the form has other fields: then
 * only the page of the task shows it. The server checks the answer by the whole schema of the task in any case.
 */
export function personForm(form: Schema | null): PersonForm | null {
  if (form === null) return approval
  const properties = Object.entries((form.properties ?? {}) as Readonly<Record<string, Schema>>)
  if (properties.length === 0) return form.required === undefined ? approval : null
  const fields = properties.map(([name, schema]) => [name, plainField(schema)] as const)
  if (fields.some(([, field]) => field === null)) return null
  const required = Array.isArray(form.required) ? form.required.filter((name) => typeof name === 'string') : []
  return { type: 'object', properties: Object.fromEntries(fields) as PersonForm['properties'], required }
}

function plainField(schema: Schema): Schema | null {
  const keys = typeof schema.type === 'string' ? keysOfType[schema.type] : undefined
  if (!keys) return null
  if (schema.enum !== undefined && !(Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === 'string')))
    return null
  const kept = [...commonKeys, ...keys].filter(
    (key) => schema[key] !== undefined && (key !== 'format' || formats.includes(schema[key])),
  )
  return Object.fromEntries(kept.map((key) => [key, schema[key]]))
}
