import { isJsonObject, type Json } from '#core/json.ts'

/** A value by which people tell runs of one workflow apart. */
export interface AboutValue {
  readonly name: string
  readonly value: string
}

const most = 3
const naming = /(^|_|[a-z])(id|key|no|number|name|title|customer|order|reference)$/i

/** A summary of a run: up to three values of its input, identifying ones first and booleans last. */
export function aboutOf(input: Json): readonly AboutValue[] {
  if (!isJsonObject(input)) return []
  const values = Object.entries(input).flatMap(([name, value]) => {
    if (typeof value === 'string') return value.trim() === '' ? [] : [{ name, value, rank: naming.test(name) ? 0 : 1 }]
    if (typeof value === 'number') return [{ name, value: String(value), rank: naming.test(name) ? 0 : 1 }]
    return typeof value === 'boolean' ? [{ name, value: String(value), rank: 2 }] : []
  })
  return values
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ name, value }) => ({ name, value }))
}
