import type { TextRange } from '../../text-range.ts'

/**
 * An expression as the evaluator, the checks and the completions see it: CEL's
 * grammar without its macros' expansion, every node with the range of the
 * user's own text that it came from. Python-style words are already CEL here.
 */
export type Tree =
  | LiteralTree
  | NameTree
  | SelectTree
  | IndexTree
  | HasTree
  | OperatorTree
  | LogicTree
  | ConditionalTree
  | CallTree
  | ListTree
  | MapTree
  | ComprehensionTree

interface Located {
  /** UTF-16 offsets into the source string. */
  readonly range: TextRange
}

/** Whole numbers without a point are 64-bit (`bigint`), as in CEL; the others are doubles. */
export interface LiteralTree extends Located {
  readonly kind: 'literal'
  readonly value: null | boolean | number | bigint | string
}

export interface NameTree extends Located {
  readonly kind: 'name'
  readonly name: string
}

export interface SelectTree extends Located {
  readonly kind: 'select'
  readonly operand: Tree
  readonly field: string
  readonly fieldRange: TextRange
}

export interface IndexTree extends Located {
  readonly kind: 'index'
  readonly operand: Tree
  readonly index: Tree
}

/** `has(a.b)`, and beyond CEL `has(a["b"])` and `has(name)`: is the last part there? */
export interface HasTree extends Located {
  readonly kind: 'has'
  readonly operand: SelectTree | IndexTree | NameTree
}

export const binaryOperators = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', 'in'] as const
export type BinaryOperator = (typeof binaryOperators)[number]
export type UnaryOperator = '!' | '-'

export interface BinaryTree extends Located {
  readonly kind: 'binary'
  readonly operator: BinaryOperator
  readonly left: Tree
  readonly right: Tree
}

export interface UnaryTree extends Located {
  readonly kind: 'unary'
  readonly operator: UnaryOperator
  readonly operand: Tree
}

export type OperatorTree = BinaryTree | UnaryTree

export interface LogicTree extends Located {
  readonly kind: 'logic'
  readonly operator: '&&' | '||'
  readonly left: Tree
  readonly right: Tree
}

export interface ConditionalTree extends Located {
  readonly kind: 'conditional'
  readonly condition: Tree
  readonly whenTrue: Tree
  readonly whenFalse: Tree
}

/** `name(arguments)`, or with a target `target.name(arguments)`. */
export interface CallTree extends Located {
  readonly kind: 'call'
  readonly name: string
  readonly target?: Tree
  readonly arguments: readonly Tree[]
}

export interface ListTree extends Located {
  readonly kind: 'list'
  readonly elements: readonly Tree[]
}

export interface MapTree extends Located {
  readonly kind: 'map'
  readonly entries: readonly { readonly key: Tree; readonly value: Tree }[]
}

/** The result of a comprehension; `collect` is `map`, `filter` and the `map` with a filter. */
export type Macro = 'exists' | 'all' | 'exists_one' | 'collect'

export interface ComprehensionTree extends Located {
  readonly kind: 'comprehension'
  readonly macro: Macro
  readonly variable: string
  readonly over: Tree
  /** Asked of each element; always there except for a plain `map`. */
  readonly test?: Tree
  /** The collected expression; only for `collect`. */
  readonly transform?: Tree
}
