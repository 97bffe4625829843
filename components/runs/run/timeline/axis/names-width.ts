import type { Row } from '../spans/rows.ts'

/**
 * Widths in the column of names, in pixels: a character of a name, the longest usual duration, and the rest of a line.
 */
const characterWidth = 7.1
const tookWidth = 68
const around = 40
export const indentWidth = 14
export const mostIndents = 6
/** The width changes in steps of this many pixels, so that bars do not shift slightly with every new name. */
const stride = 16
const least = { narrow: 144, wide: 208 }
/** Maximum share of the column of names; the bars keep the rest. */
const mostOf = { narrow: 0.54, wide: 0.42 }

/**
 * The width of the column of names in a timeline of a width, so that the longest name is readable beside its duration.
 */
export function namesWidth(rows: readonly Row[], width: number): number {
  const size = width < 560 ? 'narrow' : 'wide'
  let most = 0
  for (const { label, depth } of rows) {
    most = Math.max(most, label.length * characterWidth + Math.min(depth, mostIndents) * indentWidth)
  }
  const wanted = Math.ceil((most + tookWidth + around) / stride) * stride
  return Math.max(least[size], Math.min(wanted, Math.floor(width * mostOf[size])))
}
