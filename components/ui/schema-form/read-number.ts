/** The number in a text, and whether it is exact. */
export interface ReadNumber {
  /** Undefined for an empty text; the text itself where it is no number, or cannot be stored exactly. */
  readonly value: number | string | undefined
  /** The rounded number, where numbers do not hold as many digits. */
  readonly rounded: number | null
}

/** Reads a typed number. A number that would be stored with other digits than typed is refused. */
export function readNumber(text: string): ReadNumber {
  if (text.trim() === '') return { value: undefined, rounded: null }
  const number = Number(text)
  if (!Number.isFinite(number)) return { value: text, rounded: null }
  const typed = digitsOf(text.trim())
  if (typed === null || typed === digitsOf(String(number))) return { value: number, rounded: null }
  return { value: text, rounded: number }
}

/**
 * The digits of a decimal number and their position, independent of its notation: `1200`, `1.2e3` and `+01200.0` are
 * equal. Null for another notation.
 */
function digitsOf(text: string): string | null {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const place = Number(exponent) - fraction.length + digits.length - significant.length
  return `${sign === '-' ? '-' : ''}${significant}e${place}`
}
