import { formatNumber } from '#components/ui/text/format-number.ts'
import type { Json } from '#core/json.ts'

/**
 * Whether a value is too large to be written out at once: it has more nested values, or more characters, than the
 * limits. Counting stops at the limits, so a gigabyte costs as much as a megabyte.
 */
export function isLarge(value: Json, most = { values: 2_000, characters: 40_000 }): boolean {
  let { values, characters } = most
  const pending: Json[] = [value]
  while (pending.length > 0) {
    const next = pending.pop() as Json
    values -= 1
    if (typeof next === 'string') characters -= next.length
    else if (typeof next === 'object' && next !== null) {
      const entries = Array.isArray(next) ? next : Object.values(next)
      if (entries.length > values) return true
      for (const entry of entries) pending.push(entry)
      if (!Array.isArray(next)) for (const key of Object.keys(next)) characters -= key.length
    }
    if (values < 0 || characters < 0) return true
  }
  return false
}

/** The size of a value's content in two words: `3 keys`, `1,000 items`; null for plain values. */
export function insideWords(value: Json): string | null {
  if (typeof value !== 'object' || value === null) return null
  const [count, word] = Array.isArray(value) ? [value.length, 'item'] : [Object.keys(value).length, 'key']
  return `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`
}

export interface OneLine {
  readonly text: string
  /** No part was left out. */
  readonly isWhole: boolean
}

/** A value in one line of at most about this many characters; the content of a large value is only counted. */
export function oneLine(value: Json, most: number): OneLine {
  if (typeof value === 'string') {
    if (value.length <= most) return { text: JSON.stringify(value), isWhole: true }
    return { text: `${JSON.stringify(value.slice(0, most)).slice(0, -1)}…"`, isWhole: false }
  }
  const inside = insideWords(value)
  if (inside === null || !isLarge(value, { values: most, characters: most })) {
    const text = JSON.stringify(value)
    if (inside === null || text.length <= most) return { text, isWhole: true }
  }
  return { text: Array.isArray(value) ? `[${inside}]` : `{${inside}}`, isWhole: false }
}
