/** What a text says as a number, and whether that is the same number. */
export interface ReadNumber {
  /** Undefined for an empty text; the text itself where it is no number, or not exactly the one that is kept. */
  readonly value: number | string | undefined
  /** What it would become, where numbers do not hold as many digits. */
  readonly rounded: number | null
}

/** Reads what is typed. A number that would be kept with other digits than were typed is not taken for what was meant. */
export function readNumber(text: string): ReadNumber {
  if (text.trim() === '') return { value: undefined, rounded: null }
  const number = Number(text)
  if (!Number.isFinite(number)) return { value: text, rounded: null }
  const typed = digitsOf(text.trim())
  if (typed === null || typed === digitsOf(String(number))) return { value: number, rounded: null }
  return { value: text, rounded: number }
}

/** The digits of a decimal number and their place, however it is written: `1200`, `1.2e3` and `+01200.0` are the same. Null for another notation. */
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
