import type { KeySpec } from '#core/definition/catalogue.ts'
import { checkExpression, type ExpectedType, type ExpressionProblem } from '#core/expression/check/check-expression.ts'
import { checkTemplate } from '#core/expression/check/check-template.ts'
import type { ScopeTypes } from '#core/expression/check/types.ts'
import { expressionAt, type PlacedExpression, templateCompletions } from '#core/expression/complete/at-cursor.ts'
import { type Completion, expressionCompletions } from '#core/expression/complete/expression-completions.ts'

/** A text that is an expression as a whole, or one with expressions between `{{ }}`. */
export interface ExpressionKind {
  readonly form: 'expression' | 'template'
  readonly expected?: ExpectedType
}

/** The condition of a DECISION's route. */
export const routeCondition: ExpressionKind = { form: 'expression', expected: 'boolean' }

/** The expression kind of a key of kind `expression` or `template`. */
export function kindOfKey({ kind, key }: KeySpec): ExpressionKind {
  if (kind === 'template') return { form: 'template' }
  return { form: 'expression', expected: key === 'iterate_over' ? 'list' : 'boolean' }
}

export function expressionOf({ form }: ExpressionKind, text: string, offset: number): PlacedExpression | null {
  return form === 'expression' ? { source: text, start: 0 } : expressionAt(text, offset)
}

export function completionsAt(
  { form }: ExpressionKind,
  text: string,
  cursor: number,
  types: ScopeTypes,
): readonly Completion[] {
  return form === 'expression' ? expressionCompletions(text, cursor, types) : templateCompletions(text, cursor, types)
}

/** The problems of the text, with offsets into it. An empty text is checked by its field. */
export function findingsOf(
  { form, expected }: ExpressionKind,
  text: string,
  types: ScopeTypes,
): readonly ExpressionProblem[] {
  if (text.trim() === '') return []
  return form === 'expression' ? checkExpression(text, types, expected) : checkTemplate(text, types)
}
