import { limits } from '#core/limits.ts'
import { type FunctionName, isTimePart } from '../functions.ts'
import { type Budget, tooLarge } from './budget.ts'
import { Duration, Timestamp } from './instants.ts'
import { describeKind, isList, isMap } from './kind.ts'
import { matchesPattern } from './matches.ts'
import { finite, joinTexts, keysOf, wholeNumber } from './operators.ts'
import {
  parseDuration,
  parseTimestamp,
  partOfDuration,
  partOfTimestamp,
  printDuration,
  printTimestamp,
} from './time.ts'
import { Failure, type Result, type Value } from './value.ts'

type Implementation = (values: readonly [Value, ...Value[]], budget: Budget) => Result

/** Calls a function on values whose number has been checked; the target, if any, comes first. */
export function callFunction(name: string, values: readonly Value[], budget: Budget): Result {
  const [first, ...others] = values as readonly [Value, ...Value[]]
  if (isTimePart(name)) return timePart(name, first, others[0])
  return implementations[name as keyof typeof implementations]([first, ...others], budget)
}

function timePart(name: string, value: Value, zone: Value = 'UTC'): Result {
  if (value instanceof Duration) return partOfDuration(name, value)
  if (!(value instanceof Timestamp) || typeof zone !== 'string')
    return wrongKind(name, 'a time, such as `timestamp(text)`', value)
  return partOfTimestamp(name, value, zone)
}

/** A function of texts only. */
function onTexts(name: FunctionName, act: (texts: readonly string[], budget: Budget) => Result): Implementation {
  return (values, budget) => {
    for (const value of values) if (typeof value !== 'string') return wrongKind(name, 'text', value)
    return act(values as readonly string[], budget)
  }
}

/** A search costs up to one text times the other (measured: 10 s for 128 kB in 256 kB), so both count. */
function search(text: string, part: string, budget: Budget): Failure | undefined {
  return budget.spend(text.length / 64 + (text.length * part.length) / 512)
}

const implementations: Readonly<Record<Exclude<FunctionName, `get${string}` | 'resources'>, Implementation>> = {
  size: ([value], budget) => {
    if (typeof value === 'string') return budget.spend(value.length / 16) ?? characters(value)
    if (isList(value)) return BigInt(value.length)
    if (isMap(value)) {
      const keys = keysOf(value, budget)
      return keys instanceof Failure ? keys : BigInt(keys.length)
    }
    return wrongKind('size', 'a text, a list or a map', value)
  },
  contains: onTexts('contains', ([text = '', part = ''], budget) => search(text, part, budget) ?? text.includes(part)),
  startsWith: onTexts('startsWith', ([text = '', part = '']) => text.startsWith(part)),
  endsWith: onTexts('endsWith', ([text = '', part = '']) => text.endsWith(part)),
  matches: onTexts('matches', ([text = '', pattern = ''], budget) => matchesPattern(text, pattern, budget)),
  lowerAscii: onTexts('lowerAscii', ([text = ''], budget) =>
    changed(text, budget, /[A-Z]+/g, (part) => part.toLowerCase()),
  ),
  upperAscii: onTexts('upperAscii', ([text = ''], budget) =>
    changed(text, budget, /[a-z]+/g, (part) => part.toUpperCase()),
  ),
  trim: onTexts('trim', ([text = ''], budget) => budget.spend(text.length / 64) ?? text.trim()),
  split: onTexts('split', ([text = '', separator = ''], budget) => {
    return search(text, separator, budget) ?? budget.spend(text.length / 8) ?? partsOf(text, separator)
  }),
  join: ([list, separator = ''], budget) => {
    if (!isList(list)) return wrongKind('join', 'a list', list)
    if (typeof separator !== 'string') return wrongKind('join', 'text as its separator', separator)
    const spent = budget.spend(list.length / 8)
    if (spent) return spent
    for (const one of list) if (typeof one !== 'string') return wrongKind('join', 'a list of texts', one)
    return joinTexts(list as readonly string[], budget, separator)
  },
  replace: onTexts('replace', ([text = '', part = '', by = ''], budget) => {
    const spent = search(text, part, budget)
    if (spent) return spent
    const parts = partsOf(text, part)
    return budget.spend(parts.length / 8) ?? joinTexts(parts, budget, by)
  }),
  string: ([value]) => {
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
    if (value instanceof Timestamp) return printTimestamp(value)
    return value instanceof Duration
      ? printDuration(value)
      : wrongKind('string', 'a text, a number, a boolean or a time', value)
  },
  int: ([value]) => toWhole('int', value),
  uint: ([value]) => {
    const whole = toWhole('uint', value)
    if (whole instanceof Failure || whole >= 0n) return whole
    return new Failure('NUMBER_OUT_OF_RANGE', '`uint` is never below zero. Use `int`.')
  },
  double: ([value]) => {
    if (typeof value === 'number') return value
    if (typeof value === 'bigint') return Number(value)
    if (typeof value !== 'string') return wrongKind('double', 'a number or a text', value)
    return value.length <= 64 && /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(value)
      ? finite(Number(value))
      : unreadable('double', '12.5')
  },
  bool: ([value]) => {
    if (typeof value === 'boolean') return value
    if (value === 'true' || value === 'True' || value === 'TRUE') return true
    if (value === 'false' || value === 'False' || value === 'FALSE') return false
    return typeof value === 'string' ? unreadable('bool', 'true') : wrongKind('bool', 'a boolean or a text', value)
  },
  dyn: ([value]) => value,
  timestamp: ([value]) => {
    if (value instanceof Timestamp) return value
    return typeof value === 'string' ? parseTimestamp(value.slice(0, 64)) : wrongKind('timestamp', 'a text', value)
  },
  duration: ([value]) => {
    if (value instanceof Duration) return value
    return typeof value === 'string' ? parseDuration(value.slice(0, 256)) : wrongKind('duration', 'a text', value)
  },
}

function toWhole(name: 'int' | 'uint', value: Value): Result<bigint> {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number')
    return Number.isFinite(value) ? wholeNumber(BigInt(Math.trunc(value))) : unreadable(name, '12')
  if (value instanceof Timestamp) return value.nanoseconds / 1_000_000_000n
  if (typeof value !== 'string') return wrongKind(name, 'a number or a text', value)
  return /^[+-]?\d{1,19}$/.test(value) ? wholeNumber(BigInt(value.replace('+', ''))) : unreadable(name, '12')
}

function unreadable(name: FunctionName, example: string): Failure {
  return new Failure('INVALID_VALUE', `\`${name}\` cannot convert this value. It expects text such as "${example}".`)
}

/** By an empty separator into characters, never into the halves of one. */
const partsOf = (text: string, separator: string) => (separator === '' ? [...text] : text.split(separator))

/** Characters as people count them in CEL: code points. */
function characters(text: string): bigint {
  let count = text.length
  for (let index = 1; index < text.length; index++) {
    const low = text.charCodeAt(index)
    const high = text.charCodeAt(index - 1)
    if (low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff) count--
  }
  return BigInt(count)
}

function changed(text: string, budget: Budget, pattern: RegExp, change: (part: string) => string): Result {
  if (text.length > limits.expression.outputBytes) return tooLarge()
  return budget.spend(text.length / 64) ?? text.replace(pattern, change)
}

function wrongKind(name: string, needed: string, value: Value): Failure {
  return new Failure('WRONG_TYPE', `\`${name}\` needs ${needed}, but this is ${describeKind(value)}.`)
}
