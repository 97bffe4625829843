/**
 * CodeMirror counts every line break as one character, whatever the file uses.
 * This maps its positions to offsets of the exact text and back, so that CRLF
 * and mixed line breaks survive editing byte by byte.
 */
export interface LineMap {
  /** The line break to write for a new line: the file's first one. */
  readonly lineBreak: string
  toText(position: number): number
  toEditor(offset: number): number
}

const identity: LineMap = { lineBreak: '\n', toText: (position) => position, toEditor: (offset) => offset }

export function lineMap(text: string): LineMap {
  if (!text.includes('\r')) return identity
  /** Offsets just behind every CRLF: each is one character less for the editor. */
  const pairs: number[] = []
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) pairs.push(at + 2)
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
  return {
    lineBreak,
    toEditor: (offset) => offset - countUpTo(pairs, offset),
    toText: (position) => {
      let low = 0
      let high = pairs.length
      while (low < high) {
        const middle = (low + high) >> 1
        const end = pairs[middle] ?? 0
        if (end - (middle + 1) <= position) low = middle + 1
        else high = middle
      }
      return position + low
    },
  }
}

/** How many of the ascending `offsets` are at most `limit`. */
function countUpTo(offsets: readonly number[], limit: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
