/** A condition on a value of a run's input or state, as users write it: `input.customer.name = Ada`. */
export const comparisons = ['=', '!=', '<=', '>=', '<', '>', 'contains'] as const
export type Comparison = (typeof comparisons)[number]

export interface ValueCondition {
  /** `any`: in the input or in the state. */
  readonly in: 'input' | 'state' | 'any'
  readonly path: readonly string[]
  readonly is: Comparison
  readonly value: string | number | boolean | null
}

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$-]*/u
const quotedKey = /^"(?:[^"\\]|\\.)*"/
const operator = /^\s*(!=|<=|>=|=|<|>|contains(?=\s))\s*/

/**
 * Reads a condition; null when the text is none. Keys are separated by dots and quoted where they hold anything but
 * letters, digits, `_`, `$` and `-`. A first key `input` or `state` says where to look. A value is a text unless it is
 * a number, true, false, null or a quoted text. A number that would change when it is read, such as `01234` or one with
 * more digits than are kept, is a text too, unless the comparison is more or less; so is the operand of `contains`.
 */
export function readValueCondition(text: string): ValueCondition | null {
  const keys: string[] = []
  let rest = text.trim()
  do {
    if (keys.length > 0) rest = rest.slice(1)
    const [token] = quotedKey.exec(rest) ?? plainKey.exec(rest) ?? []
    if (token === undefined) return null
    const key = token.startsWith('"') ? textOf(token) : token
    if (key === null) return null
    keys.push(key)
    rest = rest.slice(token.length)
  } while (rest.startsWith('.'))
  const [whole, is] = operator.exec(rest) ?? []
  if (whole === undefined) return null
  const written = rest.slice(whole.length).trim()
  if (written === '') return null
  const [first, ...others] = keys
  const place =
    others.length > 0 && !text.trim().startsWith('"') && (first === 'input' || first === 'state') ? first : 'any'
  return {
    in: place,
    path: place === 'any' ? keys : others,
    is: is as Comparison,
    value: literalOf(written, is as Comparison),
  }
}

/** Writes a condition that reads back as an equal one. */
export function writeValueCondition({ in: place, path, is, value }: ValueCondition): string {
  const isPlain = (key: string) => plainKey.exec(key)?.[0] === key
  const keys = path.map((key, index) => {
    const isAmbiguous = place === 'any' && index === 0 && (key === 'input' || key === 'state')
    return isPlain(key) && !isAmbiguous ? key : JSON.stringify(key)
  })
  const isText = typeof value === 'string' && literalOf(value, is) === value && value.trim() === value && value !== ''
  return `${[...(place === 'any' ? [] : [place]), ...keys].join('.')} ${is} ${isText ? value : JSON.stringify(value)}`
}

function literalOf(written: string, is: Comparison): ValueCondition['value'] {
  if (is === 'contains') return textOf(written) ?? written
  if (written === 'true') return true
  if (written === 'false') return false
  if (written === 'null') return null
  return numberOf(written, is) ?? textOf(written) ?? written
}

function numberOf(written: string, is: Comparison): number | null {
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(written)) return null
  const number = Number(written)
  if (is === '=' || is === '!=') return String(number) === withoutLastZeros(written) ? number : null
  return Number.isFinite(number) ? number : null
}

/** `1.10` is the number 1.1, and `1.0` is 1. */
const withoutLastZeros = (written: string) => written.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

/** The text in double quotes, as JSON writes it; null where there are none, or where the end or an escape is wrong. */
function textOf(quoted: string): string | null {
  if (!quoted.startsWith('"')) return null
  try {
    return JSON.parse(quoted) as string
  } catch {
    return null
  }
}
