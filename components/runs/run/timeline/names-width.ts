import type { Row } from './rows.ts'

/** Pixels of what is in the column of names: a character of a name, the longest duration that is usual, and the rest of a line. */
const characterWidth = 7.1
const tookWidth = 68
const around = 40
export const indentWidth = 14
export const mostIndents = 6
/** Names that come and go while a run goes on do not move the bars by a few pixels each time. */
const stride = 16
const least = { narrow: 144, wide: 208 }
/** The bars keep the rest. */
const mostOf = { narrow: 0.54, wide: 0.42 }

/** How wide the column of names is, so that the longest can be read beside its duration, in a timeline of a width. */
export function namesWidth(rows: readonly Row[], width: number): number {
  const size = width < 560 ? 'narrow' : 'wide'
  let most = 0
  for (const { label, depth } of rows) {
    most = Math.max(most, label.length * characterWidth + Math.min(depth, mostIndents) * indentWidth)
  }
  const wanted = Math.ceil((most + tookWidth + around) / stride) * stride
  return Math.max(least[size], Math.min(wanted, Math.floor(width * mostOf[size])))
}
