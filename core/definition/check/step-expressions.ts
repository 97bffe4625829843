import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { ExpectedType } from '../../expression/check/check-expression.ts'
import { isWrittenTime } from '../../parse-instant.ts'
import { keysOfType } from '../catalogue.ts'
import type { Step } from '../definition.ts'

/** An expression of a step, or a value with `{{ }}` in its texts, with its path: keys and indexes from the step. */
export type StepExpression =
  | {
      readonly kind: 'expression'
      readonly path: readonly (string | number)[]
      readonly source: string
      readonly expected?: ExpectedType
    }
  | {
      readonly kind: 'template'
      readonly path: readonly (string | number)[]
      readonly value: Json
      /** Expected type of a text that is one `{{ }}` and nothing else. */
      readonly expected?: ExpectedType
      /** `{{ secrets.NAME }}` is allowed. */
      readonly secrets: boolean
    }

/** Every expression of a step, found by the kinds of its keys; expressions of inner steps belong to those. */
export function stepExpressions(step: Step): readonly StepExpression[] {
  const fields = step as unknown as JsonObject
  return keysOfType(step.type).flatMap(({ key, kind, templated }): readonly StepExpression[] => {
    const value = fields[key]
    if (value === undefined) return []
    switch (kind) {
      case 'expression':
        return [{ kind, path: [key], source: String(value), expected: key === 'iterate_over' ? 'list' : 'boolean' }]
      case 'assignments':
        return Object.entries(value as JsonObject).flatMap(([path, source]) =>
          isBlank(String(source)) ? [] : [expression([key, path], String(source))],
        )
      case 'routes':
        return routeExpressions(key, value as readonly Json[])
      case 'tasks':
        // A whole step has expressions of its own.
        return (value as readonly JsonObject[]).flatMap((task, index) =>
          Object.hasOwn(task, 'type') ? [] : [template([key, index, 'input'], task.input ?? null)],
        )
      case 'duration':
        return typeof value === 'string' ? [timeExpression(key, value, 'seconds')] : []
      case 'names':
        return templated === true ? [template([key], value)] : []
      case 'template':
        return [key === 'until' ? timeExpression(key, String(value), 'instant') : template([key], value)]
      case 'json':
        return [template([key], value)]
      case 'http':
        return [{ kind: 'template', path: [key], value, secrets: true }]
      default:
        return []
    }
  })
}

/** A required expression that is empty is already reported as missing. */
const isBlank = (source: string) => source.trim() === ''

function routeExpressions(key: string, routes: readonly Json[]): readonly StepExpression[] {
  return routes.flatMap((route, index): readonly StepExpression[] => {
    if (!isJsonObject(route) || typeof route.condition !== 'string' || isBlank(route.condition)) return []
    return [{ kind: 'expression', path: [key, index, 'condition'], source: route.condition, expected: 'boolean' }]
  })
}

/** The expression of a time: a number or a date as written, a text with `{{ }}`, or an expression. */
function timeExpression(key: string, text: string, expected: ExpectedType): StepExpression {
  const isText = text.includes('{{') || isWrittenTime(text)
  return { ...(isText ? template([key], text) : expression([key], text)), expected }
}

function expression(path: readonly (string | number)[], source: string): StepExpression {
  return { kind: 'expression', path, source }
}

function template(path: readonly (string | number)[], value: Json): StepExpression {
  return { kind: 'template', path, value, secrets: false }
}
