import type { SourcePath } from './source-node.ts'

/**
 * Loss when an unquoted number is parsed. `value`: it becomes another number. `digits`: the number is equal, but a zero
 * is lost that may matter, as in a postal code (`01067`) or a version (`3.10`).
 */
export type DigitLoss = 'value' | 'digits'

/** Keys whose values belong to the author: in other keys a trailing zero, as in `2.0` seconds, has no meaning. */
const valueKeys: ReadonlySet<string> = new Set(['with', 'set', 'input', 'http_config'])

const whole = /^[-+]?(\d+)$/
const based = /^0[xo]/
const decimal = /^[-+]?(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i

/** The loss when `source` is parsed as `value`; null for none. `value` is finite. */
export function digitLoss(source: string, value: number, path: SourcePath): DigitLoss | null {
  if (based.test(source)) return BigInt(source) === BigInt(value) ? null : 'value'
  const [, digits] = whole.exec(source) ?? []
  if (digits !== undefined) {
    if (BigInt(digits) !== BigInt(Math.abs(value))) return 'value'
    return digits.length > 1 && digits.startsWith('0') ? 'digits' : null
  }
  if (written(source) !== written(String(value))) return 'value'
  const isOwnValue = path.some((key) => typeof key === 'string' && valueKeys.has(key))
  return isOwnValue && /\.\d*0$/.test(source) ? 'digits' : null
}

/** A normalized decimal number: its digits without zeros around them, and the power of ten of the last digit. */
function written(source: string): string {
  const [, before = '', after = '', exponent = '0'] = decimal.exec(source) as unknown as readonly (string | undefined)[]
  const digits = (before + after).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${significant}e${Number(exponent) - after.length + digits.length - significant.length}`
}
