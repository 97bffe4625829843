import type { Size } from '../geometry.ts'
import { turnedSize } from '../layout/direction.ts'

/** Sizes in pixels of the label of an edge: one character, the padding, and the width at which the text is cut off. */
const character = 7.2
const padding = 14
const most = 192
const height = 20

/**
 * The text that the label of an edge shows: a condition without `state.`, so that its comparison fits and the routes
 * of one decision differ at a glance. The tooltip has the whole condition.
 */
export const shownLabel = (text: string): string => text.replaceAll(/(?<![\w.'"])state\.(?=[A-Za-z_])/g, '')

/**
 * The approximate size of an edge's label in pixels, for the layout: of the whole text, since the letters of labels
 * grow on a canvas that is zoomed out. `narrow`: both axes are swapped.
 */
export function labelSize(text: string, narrow = false): Size {
  const size = { width: Math.min(most, text.length * character + padding), height }
  return narrow ? turnedSize(size) : size
}
