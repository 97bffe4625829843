import { limits } from '#core/limits.ts'
import type { BinaryOperator } from '../parse/tree.ts'
import { type Budget, tooLarge } from './budget.ts'
import { describeKind, isList, isMap, isNumber } from './kind.ts'
import { addTimes, compareTimes, subtractTimes } from './time.ts'
import { Failure, type Result, type Value, type ValueMap } from './value.ts'

export type Arithmetic = '+' | '-' | '*' | '/' | '%'

const INT_MIN = -(2n ** 63n)
const INT_MAX = 2n ** 63n - 1n

/**
 * Two whole numbers make a whole number, as in CEL: 64 bits, `7 / 2` is 3. With
 * a double on either side, which every number of the data is, it is arithmetic
 * of doubles: `state.seven / 2` is 3.5. A result that JSON cannot write
 * (overflow, division by zero, not a number) is a failure.
 */
export function arithmetic(operator: Arithmetic, left: Value, right: Value, budget: Budget): Result {
  if (isNumber(left) && isNumber(right)) {
    if ((operator === '/' || operator === '%') && Number(right) === 0) {
      return new Failure('DIVISION_BY_ZERO', `\`${operator}\` cannot divide by zero. Check the divisor first.`)
    }
    return typeof left === 'bigint' && typeof right === 'bigint'
      ? wholeNumber(ofWholeNumbers(operator, left, right))
      : finite(ofDoubles(operator, Number(left), Number(right)))
  }
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return joinTexts([left, right], budget)
  if (operator === '+' && isList(left) && isList(right)) {
    return budget.spend((left.length + right.length) / 8) ?? [...left, ...right]
  }
  const time = operator === '+' ? addTimes(left, right) : operator === '-' ? subtractTimes(left, right) : undefined
  return time ?? wrongOperands(operator, left, right)
}

function ofWholeNumbers(operator: Arithmetic, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    default:
      return left % right
  }
}

function ofDoubles(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    default:
      return left % right
  }
}

export function wholeNumber(value: bigint): Result<bigint> {
  if (value >= INT_MIN && value <= INT_MAX) return value
  return new Failure(
    'NUMBER_OUT_OF_RANGE',
    'Whole numbers have 64 bits; this one needs more. Write one side with a decimal point, such as 2.0.',
  )
}

export function finite(value: number): Result<number> {
  if (Number.isFinite(value)) return value
  return new Failure('NUMBER_OUT_OF_RANGE', 'JSON cannot represent this result: it is too large, or not a number.')
}

/** Concatenation of texts; one that would be too large is refused before it is built. */
export function joinTexts(parts: readonly string[], budget: Budget, separator = ''): Result<string> {
  let length = separator.length * Math.max(0, parts.length - 1)
  for (const part of parts) length += part.length
  if (length > limits.expression.outputBytes) return tooLarge()
  return budget.spend(length / 64) ?? parts.join(separator)
}

export function negate(value: Value): Result {
  if (typeof value === 'number') return -value
  if (typeof value === 'bigint') return wholeNumber(-value)
  return new Failure('WRONG_TYPE', `\`-\` needs a number, but this is ${describeKind(value)}.`)
}

/** Order of numbers of any kind, texts (by UTF-16 unit), booleans and times. */
export function compare(operator: '<' | '<=' | '>' | '>=', left: Value, right: Value, budget: Budget): Result<boolean> {
  let order: number | undefined
  if (isNumber(left) && isNumber(right)) {
    order = left < right ? -1 : left > right ? 1 : 0
  } else if (typeof left === 'string' && typeof right === 'string') {
    const spent = budget.spend(Math.min(left.length, right.length) / 64)
    if (spent) return spent
    order = left < right ? -1 : left > right ? 1 : 0
  } else if (typeof left === 'boolean' && typeof right === 'boolean') {
    order = Number(left) - Number(right)
  } else {
    order = compareTimes(left, right)
  }
  if (order === undefined) return wrongOperands(operator, left, right)
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    default:
      return order >= 0
  }
}

/**
 * Equality as in CEL: numbers by value whatever their kind, lists and maps in
 * depth, values of different kinds are unequal and no error.
 */
export function equal(left: Value, right: Value, budget: Budget, depth = 0): Result<boolean> {
  if (left === right) return true
  if (isNumber(left) && isNumber(right)) return left <= right && left >= right
  if (typeof left === 'string' && typeof right === 'string') {
    return left.length !== right.length ? false : (budget.spend(left.length / 64) ?? false)
  }
  if (depth > limits.run.jsonDepth) return tooDeep()
  if (isList(left) && isList(right)) {
    return left.length === right.length && allEqual(left.length, (index) => [left[index], right[index]], budget, depth)
  }
  if (isMap(left) && isMap(right)) {
    const keys = keysOf(left, budget)
    if (keys instanceof Failure) return keys
    const others = keysOf(right, budget)
    if (others instanceof Failure) return others
    if (keys.length !== others.length || keys.some((key) => !Object.hasOwn(right, key))) return false
    const at = (index: number): string => keys[index] as string
    return allEqual(keys.length, (index) => [left[at(index)], right[at(index)]], budget, depth)
  }
  return compareTimes(left, right) === 0
}

/** The keys of a map; listing them takes time for each. */
export function keysOf(map: ValueMap, budget: Budget): Result<readonly string[]> {
  const keys = Object.keys(map)
  return budget.spend(keys.length) ?? keys
}

function allEqual(
  count: number,
  pair: (index: number) => [Value | undefined, Value | undefined],
  budget: Budget,
  depth: number,
): Result<boolean> {
  for (let index = 0; index < count; index++) {
    const [left, right] = pair(index)
    const result = budget.spend(1) ?? equal(left as Value, right as Value, budget, depth + 1)
    if (result !== true) return result
  }
  return true
}

export function tooDeep(): Failure {
  return new Failure('EXPRESSION_TOO_LARGE', `This value is nested deeper than ${limits.run.jsonDepth} levels.`, {
    final: true,
  })
}

/** `element in list`, `key in map`, and as in Python `part in text`. */
export function isIn(element: Value, container: Value, budget: Budget): Result<boolean> {
  if (isList(container)) {
    for (const one of container) {
      const result = budget.spend(1) ?? equal(element, one, budget)
      if (result !== false) return result
    }
    return false
  }
  if (isMap(container)) {
    if (typeof element === 'string') return Object.hasOwn(container, element)
    // As in CEL, other scalars could be keys, and are none.
    if (isNumber(element) || typeof element === 'boolean') return false
    return new Failure('WRONG_TYPE', `Map keys must be text, but this is ${describeKind(element)}.`)
  }
  if (typeof container === 'string') {
    if (typeof element === 'string') return container.includes(element)
    return new Failure('WRONG_TYPE', `\`in\` looks for text in text, but this is ${describeKind(element)}.`)
  }
  return new Failure('WRONG_TYPE', `\`in\` works with a list, a map or text, but this is ${describeKind(container)}.`)
}

function wrongOperands(operator: BinaryOperator, left: Value, right: Value): Failure {
  const advice =
    left === null || right === null
      ? ' Check for it first with `!= null`.'
      : operator === '+' && (typeof left === 'string' || typeof right === 'string')
        ? ' Wrap the value that is not text in `string(…)`.'
        : ''
  return new Failure(
    'WRONG_TYPE',
    `\`${operator}\` does not work between ${describeKind(left)} and ${describeKind(right)}.${advice}`,
  )
}
