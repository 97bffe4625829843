import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { CheckPart } from './check-array.ts'
import { type Evaluation, type Seen, within } from './evaluation.ts'

export function checkObject(
  evaluation: Evaluation,
  schema: JsonObject,
  value: JsonObject,
  path: string,
  seen: Seen,
  check: CheckPart,
): void {
  const keys = Object.keys(value)
  const { minProperties, maxProperties } = schema
  if (typeof minProperties === 'number' && keys.length < minProperties) {
    evaluation.fail(path, `This needs at least ${minProperties} fields.`)
  }
  if (typeof maxProperties === 'number' && keys.length > maxProperties) {
    evaluation.fail(path, `This can have up to ${maxProperties} fields; it has ${keys.length}.`)
  }
  requireKeys(evaluation, schema.required, value, path)
  for (const key of ['dependentRequired', 'dependencies']) {
    for (const [trigger, needed] of entriesOf(schema[key])) {
      if (Object.hasOwn(value, trigger)) requireKeys(evaluation, needed, value, path)
    }
  }
  checkProperties(evaluation, schema, value, path, seen, check)
  if (schema.propertyNames !== undefined) {
    for (const key of keys) {
      const trial = evaluation.trial()
      check(trial, schema.propertyNames, key, path)
      if (evaluation.isExhausted) return
      if (trial.errors.length > 0) evaluation.fail(within(path, key), `A field cannot have the name ${key}.`)
    }
  }
}

function checkProperties(
  evaluation: Evaluation,
  schema: JsonObject,
  value: JsonObject,
  path: string,
  seen: Seen,
  check: CheckPart,
): void {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const patterns = entriesOf(schema.patternProperties)
  for (const [key, inner] of Object.entries(value)) {
    const parts = patterns.flatMap(([pattern, part]) => (evaluation.matches(pattern, key) ? [part] : []))
    if (Object.hasOwn(properties, key)) parts.unshift(properties[key] as Json)
    const isKnown = parts.length > 0
    if (!isKnown && schema.additionalProperties !== undefined) parts.push(schema.additionalProperties)
    if (evaluation.isExhausted) return
    if (parts.length > 0) seen.keys.add(key)
    for (const part of parts) {
      if (part === false) evaluation.fail(within(path, key), unknownField(key, properties))
      else check(evaluation, part, inner, within(path, key))
    }
  }
}

export function unknownField(key: string, properties: JsonObject): string {
  const names = Object.keys(properties).slice(0, 10)
  return names.length === 0
    ? `There is no field ${key} here.`
    : `There is no field ${key} here. Fields: ${names.join(', ')}.`
}

function requireKeys(evaluation: Evaluation, required: Json | undefined, value: JsonObject, path: string): void {
  if (!Array.isArray(required)) return
  for (const key of required as readonly Json[]) {
    if (typeof key === 'string' && !Object.hasOwn(value, key)) evaluation.fail(within(path, key), 'This is required.')
  }
}

function entriesOf(value: Json | undefined): readonly [string, Json][] {
  return isJsonObject(value) ? Object.entries(value) : []
}
