import type { Scalar } from './syntax.ts'

/** The translation of a part of a foreign expression: `any` where its type depends on the data. */
export interface Value {
  readonly code: string
  readonly type: 'text' | 'number' | 'boolean' | 'null' | 'any'
  /** Needs parentheses as an operand. */
  readonly isCompound?: boolean
  /** The negated condition, where it needs no `!`. */
  readonly opposite?: string
  /** The constant value. */
  readonly constant?: Scalar
  /** All possible texts, where they are known. */
  readonly choices?: readonly string[]
  /** Set where the value may be missing: the test for its presence, its code, and its default. */
  readonly maybe?: { readonly isThere: string; readonly code: string; readonly usual: string | number | boolean }
}

export function constantOf(constant: Scalar): Value {
  const type = constant === null ? 'null' : typeof constant === 'string' ? 'text' : typeof constant
  return { code: JSON.stringify(constant), type: type as Value['type'], constant }
}

export const compound = (code: string, type: Value['type']): Value => ({ code, type, isCompound: true })

/** Are two operands the same? */
export const sameness = (left: string, right: string): Value => ({
  ...compound(`${left} == ${right}`, 'boolean'),
  opposite: `${left} != ${right}`,
})

export const operand = ({ code, isCompound = false }: Value): string => (isCompound ? `(${code})` : code)

/** The value converted to a text by GitHub's rules; null where the conversion depends on the data. */
export function asText(value: Value): Value | null {
  if (value.type === 'text') return value
  if (value.constant !== undefined) return constantOf(value.constant === null ? '' : String(value.constant))
  if (value.type === 'any') return null
  const choices = value.type === 'boolean' ? { choices: ['true', 'false'] } : {}
  return { code: `string(${value.code})`, type: 'text', ...choices }
}

/** A value that may be missing, with its default. */
export function orUsual(maybe: NonNullable<Value['maybe']>, type: Value['type']): Value {
  const { isThere, code, usual } = maybe
  return { ...compound(`${isThere} ? ${code} : ${JSON.stringify(usual)}`, type), maybe }
}

/** The truth of a value: empty texts, 0, null and false are false. Null where it depends on the data. */
export function truthOf(value: Value): Value | null {
  if (value.constant !== undefined) return constantOf(Boolean(value.constant))
  if (value.maybe !== undefined) return truthOfMaybe(value.maybe, value.type)
  switch (value.type) {
    case 'boolean':
      return value
    case 'text':
      return notOf(sameness(operand(value), '""'))
    case 'number':
      return notOf(sameness(operand(value), '0'))
    default:
      return null
  }
}

function truthOfMaybe({ isThere, code, usual }: NonNullable<Value['maybe']>, type: Value['type']): Value {
  const truth = truthOf({ code, type }) as Value
  const isMissing = `!${/ /.test(isThere) ? `(${isThere})` : isThere}`
  const [when, unless] = [truth.code, notOf(truth).code]
  return usual === '' || usual === 0 || usual === false
    ? { ...compound(`${isThere} && ${when}`, 'boolean'), opposite: `${isMissing} || ${unless}` }
    : { ...compound(`${isMissing} || ${when}`, 'boolean'), opposite: `${isThere} && ${unless}` }
}

export function notOf(truth: Value): Value {
  if (truth.constant !== undefined) return constantOf(!truth.constant)
  const { code, opposite } = truth
  if (opposite !== undefined) return { ...compound(opposite, 'boolean'), opposite: code }
  return { code: `!${operand(truth)}`, type: 'boolean', opposite: code }
}
