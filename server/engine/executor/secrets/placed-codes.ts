import { AMPERSAND, BACKSLASH, PERCENT, readEscape } from './read-escape.ts'

/** The UTF-16 codes of a text, or of the same text with escapes decoded; then with the place of each in the original. */
export interface PlacedCodes {
  readonly codes: Uint16Array
  readonly length: number
  readonly mayHoldEscapes: boolean
  startOf(index: number): number
  endOf(index: number): number
}

/** Short texts share one array: most texts are short, and each is done with before the next one is read. */
const scratch = new Uint16Array(16 * 1024)

const isEscape = (code: number) => code === PERCENT || code === BACKSLASH || code === AMPERSAND

export function codesOf(text: string): PlacedCodes {
  const { length } = text
  const codes = length <= scratch.length ? scratch : new Uint16Array(length)
  let mayHoldEscapes = false
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    codes[at] = code
    if (isEscape(code)) mayHoldEscapes = true
  }
  return { codes, length, mayHoldEscapes, startOf: (index) => index, endOf: (index) => index + 1 }
}

/** The same with one level of escapes decoded; null when there are none. */
export function decodeEscapes(level: PlacedCodes): PlacedCodes | null {
  if (!level.mayHoldEscapes) return null
  const { codes, length } = level
  const decoded = new Uint16Array(length)
  // No escape is shorter than what it stands for.
  const places = new Uint32Array(length + 1)
  let to = 0
  let mayHoldEscapes = false
  let found = false
  const put = (code: number, from: number) => {
    decoded[to] = code
    places[to] = from
    to += 1
    if (isEscape(code)) mayHoldEscapes = true
  }
  for (let at = 0; at < length; ) {
    const code = codes[at] ?? 0
    const read = isEscape(code) ? readEscape(codes, at, length) : 0
    if (read === 0) {
      put(code, at)
      at += 1
      continue
    }
    found = true
    const codePoint = Math.floor(read / 16)
    if (codePoint <= 0xffff) put(codePoint, at)
    else {
      put(0xd800 + ((codePoint - 0x1_0000) >> 10), at)
      put(0xdc00 + ((codePoint - 0x1_0000) & 0x3ff), at)
    }
    at += read % 16
  }
  places[to] = length
  if (!found) return null
  return {
    codes: decoded,
    length: to,
    mayHoldEscapes,
    startOf: (index) => level.startOf(places[index] ?? 0),
    endOf(index) {
      // Both halves of a pair of surrogates stand for the same escape.
      const isFirstHalf = places[index + 1] === places[index]
      return level.endOf((places[index + (isFirstHalf ? 2 : 1)] ?? length) - 1)
    },
  }
}
