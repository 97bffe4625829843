import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { operandOf } from '../conditions/operand.ts'
import { asExpression, readJsonTemplate } from '../expression/json-template.ts'
import { isExpression, toExpression } from '../expression/translate.ts'
import { type Assignment, assignmentsOf } from './assignments.ts'
import { callOfFunction } from './unknown-node.ts'
import type { Convert, Work } from './work.ts'

/** A Set node as a TRANSFORM of the state; a Set node whose JSON cannot be parsed calls a function. */
export const setFields: Convert = (work) => {
  const { given } = work
  given.ignore('mode')
  const set = given.peek('jsonOutput') === undefined ? ofAssignments(work) : ofJson(work)
  if (set === null) return callOfFunction(work)
  settleOthers(work)
  work.say('understood', 'Sets the same fields in the state.')
  return { type: 'TRANSFORM', set }
}

function ofJson(work: Work): JsonObject | null {
  const written = work.given.peek('jsonOutput')
  const template = typeof written === 'string' ? readJsonTemplate(written) : null
  if (template?.kind !== 'map' || template.entries.length === 0) return null
  work.given.settle('jsonOutput')
  return Object.fromEntries(template.entries.map(([key, value]) => [key, work.take(asExpression(value, work.names))]))
}

function ofAssignments(work: Work): JsonObject {
  settleAssignments(work)
  return Object.fromEntries(
    assignmentsOf(work.node).map((one) => [one.name, work.take(toExpression(plainValue(one, work), work.names))]),
  )
}

function settleAssignments({ given }: Work): void {
  for (const [key, list] of [
    ['assignments', 'assignments'],
    ['fields', 'values'],
  ] as const) {
    const record = given.at(key, list)
    for (const [index, field] of (isJsonList(record.value) ? record.value : []).entries()) {
      const type = isJsonObject(field) && typeof field.type === 'string' ? field.type : 'stringValue'
      record.at(index).ignore('id')
      record.at(index).settle('name', key === 'fields' ? type : 'value')
      // The type of a value matters only if it differs from the value.
      if (knownTypes.has(type)) record.at(index).ignore('type')
    }
  }
  const values = given.at('values')
  for (const [type, list] of Object.entries(isJsonObject(values.value) ? values.value : {})) {
    for (const index of isJsonList(list) ? list.keys() : []) values.at(type, index).settle('name', 'value')
  }
}

const knownTypes: ReadonlySet<string> = new Set(
  ['string', 'number', 'boolean', 'array', 'object'].flatMap((type) => [type, `${type}Value`]),
)

/** The value that n8n makes of a text. */
function plainValue({ name, value, type }: Assignment, { say, names }: Work): Json {
  if (isExpression(value)) {
    const isAsItIs = type === undefined || (type === 'string' && operandOf(value, names).type === 'text')
    if (!isAsItIs)
      say('changed', `\`${name}\`: n8n converts its value to a ${type}; here it keeps the type of the expression.`)
    return value
  }
  if (typeof value !== 'string') return type === 'string' && typeof value === 'number' ? String(value) : value
  switch (type) {
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'array':
    case 'object':
      return jsonOf(value)
    default:
      return value
  }
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** Other input of the node stays in the state, whatever the node's option says. */
function settleOthers({ given, say }: Work): void {
  given.at('options')
  const include = given.peek('include')
  if (include === 'all' || include === 'none') given.settle('include')
  given.settle('includeOtherFields', 'keepOnlySet')
  if (given.peek('duplicateItem') === false) given.ignore('duplicateItem')
  const says = ['include', 'includeOtherFields', 'keepOnlySet'].filter((key) => given.peek(key) !== undefined)
  if (says.length === 0) return
  const named = says.map((key) => `\`${key}\``).join(', ')
  say('changed', `${named}: other state fields are kept; expressions read what n8n passed on.`)
}
