import type { BinaryOperator } from '../parse/tree.ts'
import { alternatives, listType, type ValueType } from './types.ts'

const timeResults: Readonly<Record<string, ValueType['kind'] & ('timestamp' | 'duration')>> = {
  'duration+duration': 'duration',
  'timestamp+duration': 'timestamp',
  'duration+timestamp': 'timestamp',
  'timestamp-timestamp': 'duration',
  'duration-duration': 'duration',
  'timestamp-duration': 'timestamp',
}

/** What `left operator right` gives for one alternative of each side; undefined if that is certainly an error. */
export function arithmeticResult(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType | undefined {
  if (left.kind === 'any' || right.kind === 'any') return { kind: 'any' }
  if (left.kind === 'number' && right.kind === 'number') return left
  if (operator === '+' && left.kind === 'string' && right.kind === 'string') return left
  if (operator === '+' && left.kind === 'list' && right.kind === 'list') {
    return left.element.kind === right.element.kind && left.element.kind !== 'object' && left.element.kind !== 'list'
      ? left
      : listType({ kind: 'any' })
  }
  const time = timeResults[`${left.kind}${operator}${right.kind}`]
  return time && { kind: time }
}

/** May `<`, `<=`, `>`, `>=` stand between the two? */
export function isOrdered(left: ValueType, right: ValueType): boolean {
  if (left.kind === 'any' || right.kind === 'any') return true
  return left.kind === right.kind && ['boolean', 'number', 'string', 'timestamp', 'duration'].includes(left.kind)
}

/** Are no two values of the types ever equal? */
export function neverEqual(left: ValueType, right: ValueType): boolean {
  const others = alternatives(right)
  return alternatives(left).every((one) =>
    others.every((other) => one.kind !== 'any' && other.kind !== 'any' && one.kind !== other.kind),
  )
}
