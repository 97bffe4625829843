import type { Compared, Comparison } from './comparison.ts'
import { both, type Operand, presence } from './operand.ts'

const signs: { readonly [operation: string]: string } = {
  equals: '==',
  notEquals: '!=',
  after: '>',
  before: '<',
  afterOrEquals: '>=',
  beforeOrEquals: '<=',
}

const caveat =
  'Times are read as RFC 3339 or as a date, in UTC unless they have an offset. n8n accepts more formats, in its own time zone.'

/** Comparisons of instants. n8n answers each with false if an instant is missing. */
export function compareDates(left: Operand, right: Operand, { operation }: Comparison): Compared {
  const sign = Object.hasOwn(signs, operation) ? signs[operation] : undefined
  const [a, b] = [instantOf(left), instantOf(right)]
  if (sign === undefined || a === null || b === null) return { condition: null }
  return { condition: both([...presence(left), ...presence(right), `${a} ${sign} ${b}`]), caveat }
}

function instantOf({ literal, text }: Operand): string | null {
  if (literal === undefined) return `timestamp(size(${text}) == 10 ? ${text} + "T00:00:00Z" : ${text})`
  const [, date, time = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(Z|[+-]\d\d:\d\d)?$/.exec(String(literal)) ?? []
  if (date === undefined) return null
  const clock = time === '' ? '00:00:00' : time.length === 5 ? `${time}:00` : time
  return `timestamp("${date}T${clock}${zone}")`
}
