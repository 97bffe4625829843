import type { ArrowFunctionExpression, Expression, Function as FunctionNode } from 'oxc-parser'

export type FunctionSource = FunctionNode | ArrowFunctionExpression

export interface FunctionFound {
  readonly node: FunctionSource
  /** Handed to another function, as in `withRetries(async (state) => …)`. */
  readonly isWrapped: boolean
}

/**
 * The function of an expression: inside parentheses, `as` or `satisfies`, or as the argument of another function's
 * call. Arguments of a method call do not count, since `list.map(…)` returns no function.
 */
export function functionIn(
  value: Expression,
  declared: (name: string) => FunctionFound | undefined,
): FunctionFound | null {
  switch (value.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return { node: value, isWrapped: false }
    case 'ParenthesizedExpression':
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSNonNullExpression':
      return functionIn(value.expression, declared)
    case 'Identifier':
      return declared(value.name) ?? null
    case 'CallExpression': {
      if (value.callee.type !== 'Identifier') return null
      for (const argument of value.arguments) {
        const found = argument.type === 'SpreadElement' ? null : functionIn(argument, declared)
        if (found !== null) return { node: found.node, isWrapped: true }
      }
      return null
    }
    default:
      return null
  }
}
