import type { Json } from '#core/json.ts'
import type { TextRange } from '../../text-range.ts'
import type { Expression } from '../parse/parse-expression.ts'
import type { Scope } from '../scope.ts'
import { Budget } from './budget.ts'
import { evaluateTree } from './evaluate-tree.ts'
import { describeKind } from './kind.ts'
import { toJson } from './to-json.ts'
import { Failure, type FailureCode, type Result } from './value.ts'

export type { Scope } from '../scope.ts'

/** `range` is the part of the source that failed, in UTF-16 offsets. */
export type EvaluationError = {
  readonly ok: false
  readonly code: FailureCode
  readonly message: string
  readonly range: TextRange
}
export type Evaluation<T extends Json = Json> = { readonly ok: true; readonly value: T } | EvaluationError

/**
 * The value of an expression as JSON, or why it has none. Pure and total, and
 * bounded by counts alone, so that preview and engine give the same answer.
 * The scope is read, never copied or changed. `outputBytes`: for a step that
 * goes through a list, which may be longer than other values.
 */
export function evaluate(expression: Expression, scope: Scope, outputBytes?: number): Evaluation {
  const value = evaluateTree(expression.tree, { scope, budget: new Budget() })
  return answer(value instanceof Failure ? value : toJson(value, outputBytes), expression)
}

/** The value of a condition: a boolean, or an error. Nothing else counts as true or false. */
export function evaluateCondition(expression: Expression, scope: Scope): Evaluation<boolean> {
  const value = evaluateTree(expression.tree, { scope, budget: new Budget() })
  if (typeof value === 'boolean' || value instanceof Failure) return answer<boolean>(value, expression)
  const message = `This condition returns ${describeKind(value)}, but must return true or false. Write a comparison, such as \`… == …\` or \`… != null\`.`
  return answer<boolean>(new Failure('CONDITION_NOT_BOOLEAN', message), expression)
}

function answer<T extends Json>(result: Result<T>, { tree }: Expression): Evaluation<T> {
  if (!(result instanceof Failure)) return { ok: true, value: result }
  const message = result.message + (result.advice?.() ?? '')
  return { ok: false, code: result.code, message, range: result.range ?? tree.range }
}
