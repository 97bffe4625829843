import { fileFormat } from '#core/file-format.ts'
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '#core/json.ts'
import { viewsInspectorSchemaTexts } from '../../../texts/views-inspector-schema.ts'

/** The kinds of field that the list builder offers; `other` is anything that only the JSON text can say. */
export const fieldKinds = ['text', 'number', 'integer', 'boolean', 'choice', 'date', 'file', 'list', 'object'] as const
export type FieldKind = (typeof fieldKinds)[number] | 'other'

export const fieldKindLabels: Record<FieldKind, string> = {
  text: viewsInspectorSchemaTexts.text,
  number: 'Number',
  integer: viewsInspectorSchemaTexts.wholeNumber,
  boolean: viewsInspectorSchemaTexts.yesOrNo,
  choice: 'Choice',
  date: 'Date',
  file: 'File',
  list: 'List',
  object: 'Object',
  other: 'Other',
}

export interface SchemaField {
  readonly name: string
  readonly kind: FieldKind
  readonly required: boolean
}

/** One change inside a schema: `value` at `path` from the schema's root; undefined removes the key. */
export interface SchemaChange {
  readonly path: readonly (string | number)[]
  readonly value: Json | undefined
}

const skeletons: Record<(typeof fieldKinds)[number], JsonObject> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  choice: { type: 'string', enum: ['one', 'two'] },
  date: { type: 'string', format: 'date' },
  file: { type: 'object', format: fileFormat },
  list: { type: 'array' },
  object: { type: 'object' },
}

export function fieldsOf(schema: JsonSchema | undefined): readonly SchemaField[] {
  const properties = schema?.properties
  if (!isJsonObject(properties)) return []
  const required = requiredOf(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    kind: kindOf(property),
    required: required.includes(name),
  }))
}

/** Whether the list of fields says everything about the schema's root, so that nothing is hidden from its reader. */
export function isFieldList(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return true
  return schema.type === undefined || schema.type === 'object'
}

export function kindOf(property: Json | undefined): FieldKind {
  if (!isJsonObject(property)) return 'other'
  const { type, format } = property
  if (type === 'string' || (type === undefined && property.enum !== undefined)) {
    if (property.enum !== undefined) return 'choice'
    return format === 'date' ? 'date' : 'text'
  }
  if (format === fileFormat) return 'file'
  if (type === 'number' || type === 'integer' || type === 'boolean' || type === 'object') return type
  return type === 'array' ? 'list' : 'other'
}

const requiredOf = (schema: JsonSchema | undefined): readonly string[] =>
  Array.isArray(schema?.required) ? schema.required.filter((name): name is string => typeof name === 'string') : []

const propertiesOf = (schema: JsonSchema | undefined): JsonObject =>
  isJsonObject(schema?.properties) ? schema.properties : {}

export function addField(schema: JsonSchema | undefined, name: string): readonly SchemaChange[] {
  const property = skeletons.text
  if (schema === undefined) return [{ path: [], value: { type: 'object', properties: { [name]: property } } }]
  if (!isJsonObject(schema.properties)) return [{ path: ['properties'], value: { [name]: property } }]
  return [{ path: ['properties', name], value: property }]
}

export function removeField(schema: JsonSchema, name: string): readonly SchemaChange[] {
  return [...setRequired(schema, name, false), { path: ['properties', name], value: undefined }]
}

/** A new name for a field, in its old place; empty when the name is taken or unchanged. */
export function renameField(schema: JsonSchema, name: string, newName: string): readonly SchemaChange[] {
  const properties = propertiesOf(schema)
  if (newName === '' || newName === name || Object.hasOwn(properties, newName)) return []
  const renamed = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key === name ? newName : key, value]),
  )
  const changes: SchemaChange[] = [{ path: ['properties'], value: renamed }]
  const required = requiredOf(schema)
  if (required.includes(name)) {
    changes.push({ path: ['required'], value: required.map((key) => (key === name ? newName : key)) })
  }
  return changes
}

export function setRequired(schema: JsonSchema, name: string, required: boolean): readonly SchemaChange[] {
  const names = requiredOf(schema)
  if (names.includes(name) === required) return []
  const next = required ? [...names, name] : names.filter((other) => other !== name)
  return [{ path: ['required'], value: next.length === 0 ? undefined : next }]
}

/** Keywords that belong to some kinds only: they are removed with the old kind; all other keywords stay as written. */
const ofKind: Readonly<Record<string, readonly FieldKind[]>> = {
  enum: ['choice'],
  format: ['text', 'date', 'file'],
  accept: ['file'],
  maxBytes: ['file'],
  minLength: ['text'],
  maxLength: ['text'],
  pattern: ['text'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  exclusiveMinimum: ['number', 'integer'],
  exclusiveMaximum: ['number', 'integer'],
  multipleOf: ['number', 'integer'],
  items: ['list'],
  minItems: ['list'],
  maxItems: ['list'],
  properties: ['object'],
  required: ['object'],
  default: [],
}

/** Another kind for a field; the path of each change is from the field's own schema. */
export function setKind(property: Json | undefined, kind: (typeof fieldKinds)[number]): readonly SchemaChange[] {
  const skeleton = skeletons[kind]
  if (!isJsonObject(property)) return [{ path: [], value: skeleton }]
  const isOldFormat = (key: string) =>
    key === 'format' && kind === 'text' && (property.format === 'date' || property.format === fileFormat)
  const gone = Object.keys(property).filter((key) => ofKind[key]?.includes(kind) === false || isOldFormat(key))
  // A list of choices that is there already stays.
  const fresh = Object.entries(skeleton).filter(
    ([key, value]) => property[key] !== value && !(key === 'enum' && Array.isArray(property.enum)),
  )
  return [
    ...gone.map((key) => ({ path: [key], value: undefined })),
    ...fresh.map(([key, value]) => ({ path: [key], value })),
  ]
}

/** The fields with one of them a place further up (-1) or down (1); empty at the end of the list. */
export function moveField(schema: JsonSchema, name: string, by: -1 | 1): readonly SchemaChange[] {
  const entries = Object.entries(propertiesOf(schema))
  const from = entries.findIndex(([key]) => key === name)
  const entry = entries[from]
  const to = from + by
  if (entry === undefined || to < 0 || to >= entries.length) return []
  return [{ path: ['properties'], value: Object.fromEntries(entries.toSpliced(from, 1).toSpliced(to, 0, entry)) }]
}

/** `field`, `field_2`, … whichever is free. */
export function freeFieldName(schema: JsonSchema | undefined): string {
  const properties = propertiesOf(schema)
  let name = 'field'
  for (let count = 2; Object.hasOwn(properties, name); count += 1) name = `field_${count}`
  return name
}
