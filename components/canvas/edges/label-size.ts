import type { Size } from '../expansion/make-room.ts'

/** Sizes in pixels of the label of an edge: one character, the padding, and the width at which the text is cut off. */
const character = 6.6
const padding = 14
const most = 192
const height = 20

/** The approximate size of an edge's label in pixels, for the layout. */
export function labelSize(text: string): Size {
  return { width: Math.min(most, text.length * character + padding), height }
}
