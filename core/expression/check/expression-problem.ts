import type { Severity, TextRange } from '../../text-range.ts'

export type ExpressionProblemCode =
  | 'EXPRESSION_INVALID'
  | 'NAME_NOT_FOUND'
  | 'FIELD_NOT_FOUND'
  | 'FIELD_ABSENT'
  | 'WRONG_TYPE'
  | 'CONDITION_NOT_BOOLEAN'
  | 'ALWAYS_THE_SAME'

/** A finding about an expression, before it runs. Offsets are UTF-16, relative to the source. */
export interface ExpressionProblem {
  readonly code: ExpressionProblemCode
  readonly message: string
  readonly range: TextRange
  /** A warning where the expression may still work: a field that is not declared, but could be there. */
  readonly severity: Extract<Severity, 'error' | 'warning'>
  /** A probable repair: replace `range` by `text`. */
  readonly fix?: { readonly range: TextRange; readonly text: string }
}
