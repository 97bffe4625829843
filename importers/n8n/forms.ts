import { isJsonList, type Json, type JsonObject, objectOf } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import { unsettledNote } from '../not-imported.ts'
import type { SourceRecord } from '../source-record.ts'
import { kindOf, type N8nNode } from './read-n8n.ts'

/** A form of n8n as a trigger, with the schema of the input that it asks for. */
interface ImportedForm {
  readonly trigger: JsonObject
  readonly schema: JsonObject
}

/** The form that a node is; null for every other node. */
export function formOf({ parameters, disabled, ...node }: N8nNode): ImportedForm | null {
  if (kindOf(node) !== 'formTrigger' || disabled) return null
  const { formTitle: title, formDescription: description } = parameters
  const fields = fieldsOf(parameters)
  const required = fields.flatMap(({ fieldLabel, requiredField }) =>
    requiredField === true ? [fieldLabel as Json] : [],
  )
  return {
    trigger: { type: 'form', access: 'owner', ...(isText(title) && { title }) },
    schema: {
      type: 'object',
      ...(isText(description) && { description }),
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(fields.map((field) => [field.fieldLabel as string, schemaOf(field)])),
    },
  }
}

/** What becomes of a form; the rest of its parameters is reported. */
export function formNotes(parameters: SourceRecord, part: string): readonly ImportNote[] {
  parameters.settle('formTitle', 'formDescription', 'path')
  const list = parameters.at('formFields', 'values')
  for (const index of isJsonList(list.value) ? list.value.keys() : []) {
    list.at(index).settle('fieldLabel', 'fieldType', 'requiredField', 'fieldOptions', 'multiselect')
  }
  const message = 'A form for members. Set access: public to let anyone with the address send it; its address is new.'
  return [{ part, fate: 'changed', message }, ...unsettledNote(parameters, { part })]
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== ''

function fieldsOf({ formFields }: JsonObject): readonly JsonObject[] {
  const { values } = objectOf(formFields)
  return isJsonList(values) ? values.map(objectOf).filter(({ fieldLabel }) => isText(fieldLabel)) : []
}

const types: Readonly<Record<string, JsonObject>> = {
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  email: { type: 'string', format: 'email' },
  textarea: { type: 'string', maxLength: 10_000 },
}

function schemaOf({ fieldLabel: title, fieldType = 'text', fieldOptions, multiselect }: JsonObject): JsonObject {
  if (fieldType !== 'dropdown') return { ...(types[String(fieldType)] ?? { type: 'string' }), title: title as Json }
  const { values } = objectOf(fieldOptions)
  const choices = isJsonList(values) ? values.flatMap((one) => objectOf(one).option ?? []) : []
  const one = { type: 'string', ...(choices.length > 0 && { enum: choices }) }
  return multiselect === true ? { type: 'array', title: title as Json, items: one } : { ...one, title: title as Json }
}
