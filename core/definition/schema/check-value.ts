import { fileFormat } from '#core/file-format.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { checkArray } from './check-array.ts'
import { checkFile } from './check-file.ts'
import { checkObject, unknownField } from './check-object.ts'
import { checkKind, checkNumber, checkString } from './check-scalar.ts'
import { type Evaluation, type Seen, within } from './evaluation.ts'

/** Checks a value against a schema; mismatches are added to the evaluation's errors. */
export function checkValue(evaluation: Evaluation, schema: Json, value: Json, path: string): Seen {
  const seen: Seen = { keys: new Set(), items: new Set() }
  if (schema === false) evaluation.fail(path, 'This is not allowed here.')
  if (!isJsonObject(schema) || !evaluation.spend(1)) return seen
  const { spending } = evaluation
  if (spending.nesting >= limits.schema.nesting) {
    spending.steps = -1
    return seen
  }
  spending.nesting += 1
  checkKind(evaluation, schema, value, path)
  if (schema.format === fileFormat) checkFile(evaluation, schema, value, path)
  if (typeof value === 'number') checkNumber(evaluation, schema, value, path)
  else if (typeof value === 'string') checkString(evaluation, schema, value, path)
  else if (Array.isArray(value)) checkArray(evaluation, schema, value, path, seen, checkValue)
  else if (isJsonObject(value)) checkObject(evaluation, schema, value, path, seen, checkValue)
  checkCombined(evaluation, schema, value, path, seen)
  checkRest(evaluation, schema, value, path, seen)
  spending.nesting -= 1
  return seen
}

/** Keywords whose subschemas apply to the same value. */
function checkCombined(evaluation: Evaluation, schema: JsonObject, value: Json, path: string, seen: Seen): void {
  for (const key of ['$ref', '$dynamicRef']) {
    const reference = schema[key]
    if (typeof reference !== 'string') continue
    const target = evaluation.resolve(reference)
    if (target === undefined) evaluation.fail(path, `The schema refers to ${reference}, which does not exist.`)
    else add(seen, checkValue(evaluation, target, value, path))
  }
  for (const part of listOf(schema.allOf)) add(seen, checkValue(evaluation, part, value, path))
  if (Array.isArray(schema.anyOf)) checkChoice(evaluation, listOf(schema.anyOf), value, path, seen, false)
  if (Array.isArray(schema.oneOf)) checkChoice(evaluation, listOf(schema.oneOf), value, path, seen, true)
  if (schema.not !== undefined && tryPart(evaluation, schema.not, value, path) !== null) {
    evaluation.fail(path, 'This value is not allowed.')
  }
  checkConditional(evaluation, schema, value, path, seen)
}

function checkConditional(evaluation: Evaluation, schema: JsonObject, value: Json, path: string, seen: Seen): void {
  if (schema.if !== undefined) {
    const holds = tryPart(evaluation, schema.if, value, path)
    if (holds !== null) add(seen, holds)
    const part = holds === null ? schema.else : schema.then
    if (part !== undefined) add(seen, checkValue(evaluation, part, value, path))
  }
  if (!isJsonObject(value)) return
  for (const key of ['dependentSchemas', 'dependencies']) {
    const table = schema[key]
    for (const [trigger, part] of isJsonObject(table) ? Object.entries(table) : []) {
      if (Object.hasOwn(value, trigger) && !Array.isArray(part)) add(seen, checkValue(evaluation, part, value, path))
    }
  }
}

function checkChoice(
  evaluation: Evaluation,
  parts: readonly Json[],
  value: Json,
  path: string,
  seen: Seen,
  onlyOne: boolean,
): void {
  let fitting = 0
  for (const part of parts) {
    const tried = tryPart(evaluation, part, value, path)
    if (tried === null) continue
    fitting += 1
    add(seen, tried)
  }
  if (fitting === 0) evaluation.fail(path, 'This matches none of the allowed schemas.')
  if (onlyOne && fitting > 1) evaluation.fail(path, 'This matches more than one schema, but must match exactly one.')
}

/** The properties and items that a subschema evaluated, or null when the value does not match it. */
function tryPart(evaluation: Evaluation, part: Json, value: Json, path: string): Seen | null {
  const trial = evaluation.trial()
  const seen = checkValue(trial, part, value, path)
  return trial.errors.length === 0 && !evaluation.isExhausted ? seen : null
}

/** `unevaluatedProperties` and `unevaluatedItems`: the part of the value that no keyword above has evaluated. */
function checkRest(evaluation: Evaluation, schema: JsonObject, value: Json, path: string, seen: Seen): void {
  const { unevaluatedProperties: properties, unevaluatedItems: items } = schema
  if (properties !== undefined && isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (seen.keys.has(key)) continue
      seen.keys.add(key)
      if (properties === false) evaluation.fail(within(path, key), unknownField(key, {}))
      else checkValue(evaluation, properties, inner, within(path, key))
    }
  }
  if (items !== undefined && Array.isArray(value)) {
    for (const [index, inner] of (value as readonly Json[]).entries()) {
      if (seen.items.has(index)) continue
      seen.items.add(index)
      if (items === false) evaluation.fail(within(path, index), 'There is one item too many.')
      else checkValue(evaluation, items, inner, within(path, index))
    }
  }
}

function add(seen: Seen, more: Seen): void {
  for (const key of more.keys) seen.keys.add(key)
  for (const index of more.items) seen.items.add(index)
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
