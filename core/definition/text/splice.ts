/** Replace `[start, end)` of a text by `text`; offsets are UTF-16 code units of the text before the change. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies splices that are in order and do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = ''
  let from = 0
  for (const splice of splices) {
    result += text.slice(from, splice.start) + splice.text
    from = splice.end
  }
  return result + text.slice(from)
}

/** The inverse splices: offsets are into the text after the change. */
export function invertSplices(text: string, splices: readonly Splice[]): Splice[] {
  let shift = 0
  return splices.map((splice) => {
    const start = splice.start + shift
    shift += splice.text.length - (splice.end - splice.start)
    return { start, end: start + splice.text.length, text: text.slice(splice.start, splice.end) }
  })
}

/** Drops the ends of a splice that replace text by equal text; null when nothing is left. */
export function trimSplice(text: string, { start, end, text: insert }: Splice): Splice | null {
  const most = Math.min(end - start, insert.length)
  const same = sameLength(most, (from, to) => text.slice(start + from, start + to) === insert.slice(from, to))
  const tail = sameLength(most - same, (from, to) => {
    return text.slice(end - to, end - from) === insert.slice(insert.length - to, insert.length - from)
  })
  const reusable = insert.slice(same, insert.length - tail)
  return start + same === end - tail && reusable === ''
    ? null
    : { start: start + same, end: end - tail, text: reusable }
}

/** Length over which two texts are equal: long stretches are tested first, because texts mostly differ in one place. */
function sameLength(most: number, isSame: (from: number, to: number) => boolean): number {
  let same = 0
  for (let stretch = Math.max(1, most); same < most; ) {
    const to = Math.min(same + stretch, most)
    if (isSame(same, to)) same = to
    else if (stretch === 1) break
    else stretch = Math.ceil(stretch / 8)
  }
  return same
}

/** The one splice that turns `before` into `after`, none when they are equal. */
export function spliceBetween(before: string, after: string): Splice[] {
  const splice = trimSplice(before, { start: 0, end: before.length, text: after })
  return splice === null ? [] : [splice]
}
