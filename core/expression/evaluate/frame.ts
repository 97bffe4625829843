import type { Scope } from '../scope.ts'
import type { Budget } from './budget.ts'
import type { Value } from './value.ts'

/** The data and the budget of the evaluation of one node. */
export interface Frame {
  readonly scope: Scope
  readonly budget: Budget
  /** The innermost variable of the loops around the node. */
  readonly variable?: Variable
}

export interface Variable {
  readonly name: string
  readonly value: Value
  readonly outer: Variable | undefined
}
