/**
 * Does a JSON number survive the conversion to a JavaScript number and back? A whole number beyond 2^53 usually does
 * not: it would silently become a neighbouring number, another order or another customer.
 */
export function isKeptExactly(text: string): boolean {
  // A number of so few digits always survives.
  if (text.length <= 15 && !/[eE]/.test(text)) return true
  const value = Number(text)
  const given = decimalOf(text)
  if (isSame(given, decimalOf(String(value)))) return true
  // Many languages write fractions with 17 digits, the number that distinguishes any two doubles.
  const count = given.digits.length
  return Math.abs(value) < 2 ** 53 && count > 0 && count <= 17 && isSame(given, decimalOf(value.toPrecision(count)))
}

/** A decimal number as its significant digits and a power of ten. */
interface Decimal {
  readonly isNegative: boolean
  /** Without zeros at either end; empty for zero. */
  readonly digits: string
  readonly power: number
}

function isSame(one: Decimal, other: Decimal): boolean {
  if (one.digits !== other.digits) return false
  return one.digits === '' || (one.power === other.power && one.isNegative === other.isNegative)
}

function decimalOf(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const isNegative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.slice(isNegative ? 1 : 0).split('.')
  const all = whole + fraction
  let start = 0
  while (all[start] === '0') start += 1
  let end = all.length
  while (end > start && all[end - 1] === '0') end -= 1
  return { isNegative, digits: all.slice(start, end), power: Number(exponent) - fraction.length + all.length - end }
}
