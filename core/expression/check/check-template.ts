import type { Json } from '#core/json.ts'
import { templateStrings } from '../template/template.ts'
import { templateParts } from '../template/template-parts.ts'
import { checkExpression, type ExpectedType } from './check-expression.ts'
import type { ExpressionProblem } from './expression-problem.ts'
import type { ScopeTypes } from './types.ts'

/** A finding in a template; offsets are relative to the string at `path`. */
export interface TemplateProblem extends ExpressionProblem {
  readonly path: readonly (string | number)[]
}

/**
 * What is wrong with the `{{ }}` of a value, and with braces that are never closed. `expected`: what one that stands
 * alone, and so becomes the value itself, has to give. Total.
 */
export function checkTemplate(value: Json, types: ScopeTypes, expected?: ExpectedType): readonly TemplateProblem[] {
  return templateStrings(value).flatMap(({ text, path }) =>
    templateParts(text).flatMap((part, _, parts): TemplateProblem[] => {
      if (part.kind === 'text') return []
      if (part.kind === 'expression') {
        return checkExpression(part.source, types, parts.length === 1 ? expected : undefined).map((problem) => ({
          ...moved(problem, part.offset),
          path,
        }))
      }
      const message = 'This `{{` is never closed. Add `}}` after the expression.'
      const range = { start: part.offset, end: part.offset + 2 }
      return [{ code: 'EXPRESSION_INVALID', message, range, severity: 'error', path }]
    }),
  )
}

function moved(problem: ExpressionProblem, by: number): ExpressionProblem {
  const move = ({ start, end }: ExpressionProblem['range']) => ({ start: start + by, end: end + by })
  return {
    ...problem,
    range: move(problem.range),
    ...(problem.fix && { fix: { ...problem.fix, range: move(problem.fix.range) } }),
  }
}
