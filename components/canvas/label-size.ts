import type { Size } from './expansion/make-room.ts'

/** Pixels of one character of a condition on its edge, its padding, and the width from which it is cut off. */
const character = 6.6
const padding = 14
const most = 192
const height = 20

/** How much room the words on an edge take, in pixels; near enough to lay out by. */
export function labelSize(text: string): Size {
  return { width: Math.min(most, text.length * character + padding), height }
}
