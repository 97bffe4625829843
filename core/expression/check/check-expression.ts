import { parseOnce } from '../parse/parse-once.ts'
import type { ExpressionProblem } from './expression-problem.ts'
import { Inference } from './infer.ts'
import { mayBe } from './type-access.ts'
import { type ScopeTypes, type ValueType, withArticle } from './types.ts'

export type { ExpressionProblem } from './expression-problem.ts'

/** The type that the field of an expression needs: a boolean for a condition, a list for `iterate_over`, an instant for `until`. */
export type ExpectedType = keyof typeof expectedTypes

const expectedTypes = {
  boolean: { kinds: ['boolean'], words: 'true or false' },
  list: { kinds: ['list'], words: 'a list' },
  number: { kinds: ['number'], words: 'a number' },
  string: { kinds: ['string'], words: 'a text' },
  instant: { kinds: ['timestamp', 'string'], words: 'a time such as 2026-01-31T09:00:00Z' },
  names: { kinds: ['string', 'list'], words: 'a text or a list of texts' },
  key: { kinds: ['string', 'number', 'boolean'], words: 'a text or a number' },
  seconds: { kinds: ['number', 'duration', 'string'], words: 'a number of seconds' },
} as const

export interface CheckedExpression {
  readonly type: ValueType
  readonly problems: readonly ExpressionProblem[]
}

/**
 * What is wrong with an expression before it runs. Errors are certain: the text
 * cannot be read, or every value that the types allow makes it fail. A name that
 * nothing declares but that could be there is a warning, and only if it is close
 * to a declared one. Total.
 */
export function checkExpression(
  source: string,
  types: ScopeTypes,
  expected?: ExpectedType,
): readonly ExpressionProblem[] {
  return inferExpression(source, types, expected).problems
}

/** The problems of an expression, and its type. */
export function inferExpression(source: string, types: ScopeTypes, expected?: ExpectedType): CheckedExpression {
  const parsed = parseOnce(source)
  if (!parsed.ok) {
    const { message, range } = parsed
    return { type: { kind: 'any' }, problems: [{ code: 'EXPRESSION_INVALID', message, range, severity: 'error' }] }
  }
  const { tree } = parsed.expression
  const inference = new Inference(types)
  const type = inference.infer(tree)
  if (expected && !mayBe(type, expectedTypes[expected].kinds)) {
    if (expected === 'boolean') {
      const advice = 'Write a comparison, such as `… == …` or `… != null`.'
      const message = `This condition returns ${withArticle(type)}, but must return true or false. ${advice}`
      inference.report('CONDITION_NOT_BOOLEAN', message, tree.range)
    } else {
      const { words } = expectedTypes[expected]
      inference.report('WRONG_TYPE', `This returns ${withArticle(type)}, but ${words} is needed here.`, tree.range)
    }
  }
  return { type, problems: inference.problems }
}
