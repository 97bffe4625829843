import type { Size } from '../geometry.ts'
import { turnedSize } from '../layout/direction.ts'

/** Sizes in pixels of the label of an edge: one character, the padding, and the width at which the text is cut off. */
const character = 7.2
const padding = 14
const most = 192
const height = 20

/** The approximate size of an edge's label in pixels, for the layout. `narrow`: both axes are swapped. */
export function labelSize(text: string, narrow = false): Size {
  const size = { width: Math.min(most, text.length * character + padding), height }
  return narrow ? turnedSize(size) : size
}
