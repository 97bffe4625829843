import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { canonical } from './canonical.ts'
import type { Evaluation } from './evaluation.ts'
import { formatMismatch } from './format.ts'

const typeNames: { readonly [type: string]: string } = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object with fields',
  array: 'a list',
  null: 'null',
}

/** `type`, `enum` and `const`. */
export function checkKind(evaluation: Evaluation, schema: JsonObject, value: Json, path: string): void {
  if (schema.type !== undefined) {
    const types = (Array.isArray(schema.type) ? schema.type : [schema.type]) as readonly Json[]
    if (!types.some((type) => isOfType(value, type))) {
      const names = types.map(plainly).map((type) => (Object.hasOwn(typeNames, type) ? typeNames[type] : type))
      evaluation.fail(path, `This must be ${names.join(' or ')}.`)
    }
  }
  if (!Array.isArray(schema.enum) && !Object.hasOwn(schema, 'const')) return
  const written = canonical(value)
  if (!evaluation.spend(written.length / 64)) return
  if (Array.isArray(schema.enum)) {
    const choices = schema.enum as readonly Json[]
    if (!evaluation.spend(choices.length / 8) || choices.some((choice) => canonical(choice) === written)) return
    const some = choices.slice(0, 10).map(plainly).join(', ')
    evaluation.fail(path, `This must be one of ${some}${choices.length > 10 ? ' …' : ''}.`)
  }
  if (Object.hasOwn(schema, 'const') && canonical(schema.const as Json) !== written) {
    evaluation.fail(path, `This must be ${plainly(schema.const as Json)}.`)
  }
}

export function isOfType(value: Json, type: Json | undefined): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

export function checkNumber(evaluation: Evaluation, schema: JsonObject, value: number, path: string): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const fail = (what: string) => evaluation.fail(path, `This must be ${what}.`)
  if (typeof minimum === 'number' && value < minimum) fail(`at least ${minimum}`)
  if (typeof maximum === 'number' && value > maximum) fail(`at most ${maximum}`)
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) fail(`more than ${exclusiveMinimum}`)
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) fail(`less than ${exclusiveMaximum}`)
  if (typeof multipleOf === 'number' && !isMultiple(value, multipleOf)) fail(`a multiple of ${multipleOf}`)
}

/** Multiples within the precision of doubles: 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const ratio = value / of
  return Math.abs(ratio - Math.round(ratio)) <= 4 * Number.EPSILON * Math.abs(ratio)
}

export function checkString(evaluation: Evaluation, schema: JsonObject, value: string, path: string): void {
  const { minLength, maxLength, pattern, format } = schema
  if (!evaluation.spend(value.length / 64)) return
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    const length = charactersOf(value)
    if (typeof minLength === 'number' && length < minLength) {
      evaluation.fail(
        path,
        minLength === 1 ? 'This must not be empty.' : `This needs at least ${minLength} characters.`,
      )
    }
    if (typeof maxLength === 'number' && length > maxLength) {
      evaluation.fail(path, `This can have up to ${maxLength} characters; it has ${length}.`)
    }
  }
  if (typeof pattern === 'string' && !evaluation.matches(pattern, value)) {
    evaluation.fail(path, `This must match ${pattern}.`)
  }
  const wanted = typeof format === 'string' ? formatMismatch(format, value) : null
  if (wanted !== null) evaluation.fail(path, `This must be ${wanted}.`)
}

/** Characters as JSON Schema counts them: code points, not UTF-16 units. */
function charactersOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function plainly(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
