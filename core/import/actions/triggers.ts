import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'

/** Started by somebody, with inputs that they give. */
const byHand: ReadonlySet<string> = new Set(['workflow_dispatch', 'workflow_call', 'repository_dispatch'])

/** What started such a workflow, and whether a run is started like that here. */
export function triggerNotes(on: Json): readonly ImportNote[] {
  const events = isJsonObject(on) ? Object.keys(on) : isJsonList(on) ? on.map(String) : [String(on)]
  return events.map((event): ImportNote => {
    const part = `on: ${event}`
    if (byHand.has(event)) {
      return { part, fate: 'understood', message: 'A run is started by hand, or by another workflow.' }
    }
    const message = 'Nothing starts a run by itself. Let something outside call POST /v1/workflows/run.'
    return { part, fate: 'lost', message }
  })
}

const types: { readonly [written: string]: string } = { boolean: 'boolean', number: 'number' }

/** The inputs that somebody gives by hand, as the schema of the input; null where none are named. */
export function inputSchema(on: Json): JsonObject | null {
  const inputs = ['workflow_dispatch', 'workflow_call']
    .map((event) => (isJsonObject(on) ? on[event] : undefined))
    .flatMap((event) => (isJsonObject(event) && isJsonObject(event.inputs) ? Object.entries(event.inputs) : []))
  if (inputs.length === 0) return null
  const fields = inputs.map(([name, written]) => [name, objectOf(written)] as const)
  const required = fields.flatMap(([name, field]) => (field.required === true ? [name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 && { required }),
  }
}

function schemaOf({ type, options, description, default: usual }: JsonObject): JsonObject {
  return {
    type: types[String(type)] ?? 'string',
    ...(isJsonList(options) && { enum: options }),
    ...(typeof description === 'string' && { description }),
    ...(usual !== undefined && { default: usual }),
  }
}
