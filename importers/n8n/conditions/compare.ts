import type { Json } from '#core/json.ts'
import { compareDates } from './compare-dates.ts'
import type { Compared, Comparison } from './comparison.ts'
import { both, not, type Operand, presence } from './operand.ts'

type Compare = (left: Operand, right: Operand, how: Comparison) => Compared

const byType: { readonly [type: string]: Compare } = {
  string: compareTexts,
  number: compareNumbers,
  dateTime: compareDates,
  boolean: compareBooleans,
  array: compareLists,
  object: compareMaps,
}

/** A test of n8n as a condition with the same result, also if a field is missing or null. */
export function compare(left: Operand, right: Operand, how: Comparison): Compared {
  const there = presence(left)
  if (how.operation === 'exists') return { condition: both(there) }
  if (how.operation === 'notExists') return { condition: not(both(there)) }
  const isEmptyTest = how.operation === 'empty' || how.operation === 'notEmpty'
  if (isEmptyTest && !['string', 'array', 'object'].includes(how.type)) {
    return { condition: how.operation === 'notEmpty' ? both(there) : not(both(there)) }
  }
  return Object.hasOwn(byType, how.type) ? (byType[how.type] as Compare)(left, right, how) : { condition: null }
}

const calls: { readonly [operation: string]: string } = {
  contains: 'contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  regex: 'matches',
}

/** Comparisons of texts. A missing text counts as an empty one. */
function compareTexts(left: Operand, right: Operand, how: Comparison): Compared {
  const isNegated = how.operation.startsWith('not')
  const operation = isNegated ? how.operation.charAt(3).toLowerCase() + how.operation.slice(4) : how.operation
  const text = (side: Operand): string => {
    const plain = how.isLoose && side.type !== 'text' ? `string(${side.text})` : side.text
    return how.ignoresCase && operation !== 'regex' ? `${plain}.lowerAscii()` : plain
  }
  const orEmpty = (side: Operand): string => {
    const there = presence(side)
    return there.length === 0 ? text(side) : `(${both(there)} ? ${text(side)} : "")`
  }
  const say = (condition: string, caveat?: string): Compared => ({
    condition: isNegated ? not(condition) : condition,
    ...(caveat !== undefined && { caveat }),
  })
  if (operation === 'empty') {
    const filled = both([...presence(left), `${left.text} != ""`])
    return { condition: isNegated ? filled : not(filled) }
  }
  const expected = right.literal === undefined ? null : String(right.literal ?? '')
  const pattern = expected === null || operation !== 'regex' ? null : patternOf(expected, how.ignoresCase)
  const caveat =
    how.ignoresCase && /[^\p{ASCII}]/u.test(expected ?? '') && operation !== 'regex'
      ? 'Only the letters A to Z are compared case-insensitively.'
      : undefined
  if (pattern !== null && /\(\?(?:[=!]|<[=!])|\\[1-9]/.test(pattern)) return { condition: null }
  const written = pattern ?? (how.ignoresCase ? lower(expected ?? '') : expected)
  const other = written === null || expected === null ? orEmpty(right) : JSON.stringify(written)
  const test = (side: string): string | null => {
    if (operation === 'equals') return `${side} == ${other}`
    return Object.hasOwn(calls, operation) ? `${side}.${calls[operation]}(${other})` : null
  }
  // An empty text would also equal a missing field.
  const isSimple = expected !== null && expected !== '' && operation !== 'regex'
  const found = isSimple ? test(text(left)) : test(orEmpty(left))
  if (found === null) return { condition: null }
  // Null equals no text, so equality only has to check that the field exists.
  const there = operation === 'equals' && found === `${left.text} == ${other}` ? left.guards : presence(left)
  return say(isSimple ? both([...there, found]) : found, caveat)
}

const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** A pattern such as `/a+/i` of JavaScript in the syntax of RE2. */
function patternOf(written: string, ignoresCase: boolean): string {
  const [, body = written, flags = ''] = /^\/(.*?)\/([gimusy]*)$/.exec(written) ?? []
  const kept = [...new Set([...flags, ...(ignoresCase ? ['i'] : [])])].filter((flag) => 'ims'.includes(flag)).join('')
  return kept === '' ? body : `(?${kept})${body}`
}

const orders: { readonly [operation: string]: readonly [sign: string, holds: (a: number, b: number) => boolean] } = {
  gt: ['>', (a, b) => a > b],
  gte: ['>=', (a, b) => a >= b],
  lt: ['<', (a, b) => a < b],
  lte: ['<=', (a, b) => a <= b],
}

/** Comparisons of numbers. A missing number equals none and has no order; null counts as 0 in an order. */
function compareNumbers(left: Operand, right: Operand, how: Comparison): Compared {
  const number = (side: Operand): string => {
    const known = numberOf(side.literal)
    if (known !== null) return String(known)
    if (!how.isLoose) return side.text
    return how.version >= 3 ? `double(${side.text})` : `(${side.text} == "" ? 0.0 : double(${side.text}))`
  }
  if (right.literal !== undefined && numberOf(right.literal) === null) return { condition: null }
  const known = numberOf(right.literal)
  const filled = how.isLoose && how.version >= 3 ? [`${left.text} != ""`] : []
  if (how.operation === 'equals' || how.operation === 'notEquals') {
    const there = how.isLoose ? [...presence(left), ...filled, ...presence(right)] : [...left.guards, ...right.guards]
    const condition = both([...there, `${number(left)} == ${number(right)}`])
    return { condition: how.operation === 'equals' ? condition : not(condition) }
  }
  const order = Object.hasOwn(orders, how.operation) ? orders[how.operation] : undefined
  if (order === undefined) return { condition: null }
  const [sign, holds] = order
  const test = `${number(left)} ${sign} ${number(right)}`
  if (known !== null && left.mayBeNull) {
    if (!holds(0, known)) return { condition: both([...left.guards, `${left.text} != null`, ...filled, test]) }
    const isNothing = [`${left.text} == null`, ...(filled.length > 0 ? [`${left.text} == ""`] : [])]
    return { condition: both([...left.guards, `(${[...isNothing, test].join(' || ')})`]) }
  }
  const zero = (side: Operand): string =>
    side.mayBeNull ? `(${side.text} == null ? 0.0 : ${number(side)})` : number(side)
  return { condition: both([...left.guards, ...right.guards, `${zero(left)} ${sign} ${zero(right)}`]) }
}

function numberOf(literal: Json | undefined): number | null {
  if (typeof literal === 'number') return literal
  return typeof literal === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(literal) ? Number(literal) : null
}

function compareBooleans(left: Operand, right: Operand, how: Comparison): Compared {
  const truth = how.isLoose ? looseTruth(left, how.version) : strictTruth(left)
  switch (how.operation) {
    case 'true':
      return { condition: truth }
    case 'false':
      return { condition: not(truth) }
    case 'equals':
    case 'notEquals': {
      const there = [...left.guards, ...right.guards]
      const [a, b] = how.isLoose ? [`(${truth})`, `(${looseTruth(right, how.version)})`] : [left.text, right.text]
      const condition = both([...there, `${a} == ${b}`])
      return { condition: how.operation === 'equals' ? condition : not(condition) }
    }
    default:
      return { condition: null }
  }
}

const strictTruth = (side: Operand): string =>
  side.type === 'boolean' ? side.truth : both([...side.guards, `${side.text} == true`])

/** Comparisons of booleans. Since version 2 of the options, a text such as "false" counts as the boolean. */
function looseTruth(side: Operand, version: number): string {
  if (side.type === 'boolean') return side.truth
  const falsy = version >= 2 ? '[null, false, 0, "", "0", "false", "False", "FALSE"]' : '[null, false, 0, ""]'
  return both([...side.guards, `!(${side.text} in ${falsy})`])
}

/** Comparisons of lists. A missing list counts as an empty one. */
function compareLists(left: Operand, right: Operand, how: Comparison): Compared {
  const there = presence(left)
  const size = there.length === 0 ? `size(${left.text})` : `(${both(there)} ? size(${left.text}) : 0)`
  const sign = lengths[how.operation]
  if (sign !== undefined) {
    const known = numberOf(right.literal)
    const other = known === null ? right.text : String(known)
    return right.literal !== undefined && known === null
      ? { condition: null }
      : { condition: both([...right.guards, `${size} ${sign} ${other}`]) }
  }
  switch (how.operation) {
    case 'empty':
      return { condition: `${size} == 0` }
    case 'notEmpty':
      return { condition: `${size} > 0` }
    case 'contains':
    case 'notContains': {
      const isText = right.type === 'text' && how.ignoresCase
      const wanted =
        isText && typeof right.literal === 'string'
          ? JSON.stringify(lower(right.literal))
          : `${right.text}.lowerAscii()`
      const test = isText
        ? `${left.text}.exists(one, string(one).lowerAscii() == ${wanted})`
        : `${right.text} in ${left.text}`
      const condition = both([...there, ...right.guards, test])
      return { condition: how.operation === 'contains' ? condition : not(condition) }
    }
    default:
      return { condition: null }
  }
}

const lengths: { readonly [operation: string]: string | undefined } = {
  lengthEquals: '==',
  lengthNotEquals: '!=',
  lengthGt: '>',
  lengthGte: '>=',
  lengthLt: '<',
  lengthLte: '<=',
}

function compareMaps(left: Operand, _: Operand, { operation }: Comparison): Compared {
  const condition = both([...presence(left), `size(${left.text}) > 0`])
  if (operation === 'notEmpty') return { condition }
  return { condition: operation === 'empty' ? not(condition) : null }
}
