import { keysOfType } from '#core/definition/catalogue.ts'
import { stepTypes } from '#core/definition/definition.ts'
import { templateParts } from '#core/expression/template/template-parts.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { isWholeStep, mapList, withKey } from '../raw/raw-step.ts'

/** The functions that change a step's sources. */
export interface SourceChange {
  readonly expression: (source: string) => string
  readonly script: (code: string) => string
}

/**
 * Changes the sources of a step: keys that hold expressions, its script, and elsewhere the sources inside `{{ }}`.
 * Steps within a step, such as those in the body of a loop, are not changed.
 */
export function changeSources(step: JsonObject, change: SourceChange): JsonObject {
  const entries = Object.entries(step)
  const changed = entries.map(([key, value]) => {
    if (key === 'loop_body' || key === 'task' || key === 'dynamic_injection') return value
    if (key === 'tasks' && isJsonList(value)) {
      return mapList(value, (task) => (isWholeStep(task) ? task : inStrings(task, changeIn(key, change))))
    }
    if (key === 'routes' && isJsonList(value)) return mapList(value, (route) => inRoute(route, change))
    return inStrings(value, changeIn(key, change))
  })
  if (changed.every((value, index) => value === entries[index]?.[1])) return step
  return Object.fromEntries(entries.map(([key], index) => [key, changed[index] as Json]))
}

const expressionKeys: ReadonlySet<string> = new Set(
  stepTypes
    .flatMap(keysOfType)
    .flatMap(({ key, kind }) => (kind === 'expression' || kind === 'assignments' ? [key] : [])),
)

/** A time is a text with `{{ }}` or an expression; a written date refers to no step. */
const timeKeys: ReadonlySet<string> = new Set(['until', 'duration_seconds'])

type Change = (text: string) => string

function changeIn(key: string, { expression, script }: SourceChange): Change {
  if (expressionKeys.has(key)) return expression
  if (timeKeys.has(key)) return (text) => (text.includes('{{') ? inTemplate(text, expression) : expression(text))
  return key === 'code' ? script : (text) => inTemplate(text, expression)
}

function inRoute(route: Json, { expression }: SourceChange): Json {
  if (!isJsonObject(route) || typeof route.condition !== 'string') return route
  const condition = expression(route.condition)
  return condition === route.condition ? route : withKey(route, 'condition', condition)
}

/** Changes every text of a value; an unchanged value stays the same object. */
export function inStrings(value: Json, change: Change): Json {
  if (typeof value === 'string') return change(value)
  if (isJsonList(value)) return mapList(value, (item) => inStrings(item, change))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
  const changed = entries.map(([, item]) => inStrings(item, change))
  if (changed.every((item, index) => item === entries[index]?.[1])) return value
  return Object.fromEntries(entries.map(([key], index) => [key, changed[index] as Json]))
}

function inTemplate(text: string, expression: Change): string {
  if (!text.includes('{{')) return text
  return templateParts(text)
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'expression') return `{{${expression(part.source)}}}`
      // With an unmatched quote or brace, each pair of braces counts as an expression.
      return text.slice(part.offset).replace(/\{\{[\s\S]*?\}\}/g, (template) => expression(template))
    })
    .join('')
}
