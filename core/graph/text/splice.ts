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

/** The splices that lead back: offsets are into the text after the change. */
export function invertSplices(text: string, splices: readonly Splice[]): Splice[] {
  let shift = 0
  return splices.map((splice) => {
    const start = splice.start + shift
    shift += splice.text.length - (splice.end - splice.start)
    return { start, end: start + splice.text.length, text: text.slice(splice.start, splice.end) }
  })
}

/** Leaves out what a splice would replace by the same; null when nothing is left. */
export function trimSplice(text: string, splice: Splice): Splice | null {
  let { start, end, text: insert } = splice
  while (start < end && insert !== '' && text[start] === insert[0]) {
    start += 1
    insert = insert.slice(1)
  }
  while (end > start && insert !== '' && text[end - 1] === insert.at(-1)) {
    end -= 1
    insert = insert.slice(0, -1)
  }
  return start === end && insert === '' ? null : { start, end, text: insert }
}

/** The one splice that turns `before` into `after`, none when they are equal. */
export function spliceBetween(before: string, after: string): Splice[] {
  const splice = trimSplice(before, { start: 0, end: before.length, text: after })
  return splice === null ? [] : [splice]
}
