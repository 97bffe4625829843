import type { Json } from '#core/json.ts'

const BOOLEAN = 16
const INT8 = 20
const JSON_TYPES: ReadonlySet<number> = new Set([114, 3802])
const NUMBERS: ReadonlySet<number> = new Set([21, 23, 26, 700, 701])
const TIMESTAMPTZ = 1184

/**
 * A value of a column as JSON. Whole numbers beyond 2^53 and decimals stay texts, because a number would lose digits; an
 * instant is an ISO text; all other types are the text of PostgreSQL.
 */
export function valueOfText(oid: number, text: string): Json {
  if (oid === BOOLEAN) return text === 't'
  if (NUMBERS.has(oid)) return numberOf(text)
  if (oid === INT8) return Number.isSafeInteger(Number(text)) ? Number(text) : text
  if (JSON_TYPES.has(oid)) return JSON.parse(text) as Json
  if (oid === TIMESTAMPTZ) {
    const at = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
    return Number.isNaN(at) ? text : new Date(at).toISOString()
  }
  return text
}

/** NaN and Infinity are no JSON. */
function numberOf(text: string): Json {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}
