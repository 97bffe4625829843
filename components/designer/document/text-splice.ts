/** Replace `[start, end)` of a text by `text`; offsets are UTF-16 code units of the text before the change. */
export interface TextSplice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The one splice that turns `before` into `after`: what lies between their
 * common beginning and their common end. Null when they are equal. Used where a
 * whole text arrives (undo, restore, another tab), so that the editor keeps its
 * cursor and scroll position.
 */
export function spliceBetween(before: string, after: string): TextSplice | null {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let tail = 0
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1
  }
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}

export function spliceText(text: string, splice: TextSplice): string {
  return text.slice(0, splice.start) + splice.text + text.slice(splice.end)
}
