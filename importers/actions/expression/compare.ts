import type { Comparison, Scalar } from './syntax.ts'
import { compound, constantOf, notOf, operand, sameness, type Value } from './value.ts'

/**
 * A comparison by GitHub's rules: texts ignore case; values of different types are compared as numbers, where a text
 * that is no number equals nothing. Null where the types depend on the data.
 */
export function compare(operator: Comparison, left: Value, right: Value): Value | null {
  if (operator === '!=') {
    const same = compare('==', left, right)
    return same && notOf(same)
  }
  if (left.constant !== undefined && right.constant !== undefined) {
    return constantOf(compareConstants(operator, left.constant, right.constant))
  }
  if (left.type === 'any' || right.type === 'any') return null
  if (left.type === 'text' && right.type === 'text') return compareTexts(operator, left, right)
  if (left.type === right.type && (left.type === 'number' || operator === '==')) return plainly(operator, left, right)
  return compareNumbers(operator, left, right)
}

const plainly = (operator: Comparison, left: Value, right: Value): Value =>
  operator === '=='
    ? sameness(operand(left), operand(right))
    : compound(`${operand(left)} ${operator} ${operand(right)}`, 'boolean')

function compareTexts(operator: Comparison, left: Value, right: Value): Value {
  if (operator === '==' && (isCaseless(left, right) || isCaseless(right, left))) return plainly(operator, left, right)
  return plainly(operator, lowerCase(left), lowerCase(right))
}

/** Does case make no difference between a constant text and all values of the other side? */
function isCaseless({ constant }: Value, { choices }: Value): boolean {
  if (typeof constant !== 'string') return false
  if (constant.toLowerCase() === constant.toUpperCase()) return true
  return choices?.every((one) => one === constant || one.toLowerCase() !== constant.toLowerCase()) === true
}

export const lowerCase = (value: Value): Value =>
  typeof value.constant === 'string'
    ? constantOf(value.constant.toLowerCase())
    : { code: `${operand(value)}.lowerAscii()`, type: 'text' }

/** The numeric form of a value. */
interface Numeric {
  readonly code: string
  readonly constant?: number
  /** The condition under which the value is a number. */
  readonly only?: string
}

function numeric(value: Value): Numeric {
  const { constant, type } = value
  if (constant !== undefined) return { code: String(numberOf(constant)), constant: numberOf(constant) }
  if (type === 'number') return { code: operand(value) }
  const code = operand(value)
  if (type === 'boolean') return { code: `(${code} ? 1 : 0)` }
  return {
    code: `(${code} == "" ? 0.0 : double(${code}))`,
    only: `${code}.matches("^$|^-?[0-9]+([.][0-9]+)?$")`,
  }
}

function compareNumbers(operator: Comparison, left: Value, right: Value): Value {
  const [one, other] = [numeric(left), numeric(right)]
  if (Number.isNaN(one.constant) || Number.isNaN(other.constant)) return constantOf(false)
  const [flag, number] = left.type === 'boolean' ? [left, other.constant] : [right, one.constant]
  if (operator === '==' && flag.type === 'boolean' && number !== undefined) {
    if (number === 1) return flag
    return number === 0 ? notOf(flag) : constantOf(false)
  }
  const only = one.only ?? other.only
  const code = `${one.code} ${operator} ${other.code}`
  if (only !== undefined) return compound(`${only} && ${code}`, 'boolean')
  return operator === '==' ? sameness(one.code, other.code) : compound(code, 'boolean')
}

function numberOf(value: Scalar): number {
  if (typeof value !== 'string') return Number(value)
  return /^\s*(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|0x[\da-fA-F]+|0o[0-7]+)?\s*$/.test(value)
    ? Number(value)
    : Number.NaN
}

function compareConstants(operator: Comparison, left: Scalar, right: Scalar): boolean {
  const areTexts = typeof left === 'string' && typeof right === 'string'
  const [one, other] = areTexts ? [left.toLowerCase(), right.toLowerCase()] : [numberOf(left), numberOf(right)]
  switch (operator) {
    case '<':
      return one < other
    case '<=':
      return one <= other
    case '>':
      return one > other
    case '>=':
      return one >= other
    default:
      return one === other
  }
}
