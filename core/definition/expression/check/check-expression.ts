import { parseOnce } from '../parse/parse-once.ts'
import type { ExpressionProblem } from './expression-problem.ts'
import { Inference } from './infer.ts'
import { mayBe } from './type-access.ts'
import { type ScopeTypes, type ValueType, withArticle } from './types.ts'

export type { ExpressionProblem } from './expression-problem.ts'

/** What the place of an expression needs: a condition needs a boolean, `iterate_over` a list. */
export type ExpectedType = 'boolean' | 'list' | 'number' | 'string'

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

/** The same with the type that the expression gives. */
export function inferExpression(source: string, types: ScopeTypes, expected?: ExpectedType): CheckedExpression {
  const parsed = parseOnce(source)
  if (!parsed.ok) {
    const { message, range } = parsed
    return { type: { kind: 'any' }, problems: [{ code: 'EXPRESSION_INVALID', message, range, severity: 'error' }] }
  }
  const { tree } = parsed.expression
  const inference = new Inference(types)
  const type = inference.infer(tree)
  if (expected && !mayBe(type, [expected])) {
    if (expected === 'boolean') {
      const advice = 'Write a comparison, such as `… == …` or `… != null`.'
      const message = `This condition gives ${withArticle(type)}, and a condition must be true or false. ${advice}`
      inference.report('CONDITION_NOT_BOOLEAN', message, tree.range)
    } else {
      const needed = expected === 'string' ? 'text' : expected
      inference.report('WRONG_TYPE', `This gives ${withArticle(type)}, and a ${needed} is needed here.`, tree.range)
    }
  }
  return { type, problems: inference.problems }
}
