import { isEscape, readEscape } from './read-escape.ts'

/** The UTF-16 codes of a text, or of the same text with escapes decoded; then with the place of each in the original. */
export interface PlacedCodes {
  readonly codes: Uint16Array
  readonly length: number
  readonly mayHoldEscapes: boolean
  startOf(index: number): number
  endOf(index: number): number
}

/**
 * Texts up to this length share the arrays of each level: a text is done with before the next one is read, and an array of
 * megabytes costs as much to make as to search.
 */
const SHARED_CODES = 1024 * 1024
/** By level. They grow with the texts. */
const shared: Uint16Array[] = []

function arrayFor(length: number, level: number): Uint16Array {
  if (length > SHARED_CODES) return new Uint16Array(length)
  const known = shared[level]
  if (known && known.length >= length) return known
  const made = new Uint16Array(Math.min(SHARED_CODES, Math.max(16 * 1024, 2 * length)))
  shared[level] = made
  return made
}

export function codesOf(text: string): PlacedCodes {
  const { length } = text
  const codes = arrayFor(length, 0)
  Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).write(text, 'utf16le')
  const mayHoldEscapes = text.includes('\\') || text.includes('%') || text.includes('&')
  return { codes, length, mayHoldEscapes, startOf: (index) => index, endOf: (index) => index + 1 }
}

/** The same with the escapes of one level decoded; null when there are none. `depth`: how often this was done before. */
export function decodeEscapes(level: PlacedCodes, depth: number): PlacedCodes | null {
  if (!level.mayHoldEscapes) return null
  const { codes, length } = level
  const decoded = arrayFor(length, depth + 1)
  const { to, found, mayHoldEscapes } = decodeInto(decoded, codes, length, null)
  if (!found) return null
  let known: Uint32Array | null = null
  // Only found secrets have places, and most texts contain none.
  const places = () => {
    if (known) return known
    // No escape is shorter than what it stands for.
    known = new Uint32Array(length + 1)
    decodeInto(decoded, codes, length, known)
    return known
  }
  return {
    codes: decoded,
    length: to,
    mayHoldEscapes,
    startOf: (index) => level.startOf(places()[index] ?? 0),
    endOf(index) {
      // Both halves of a pair of surrogates stand for the same escape.
      const isFirstHalf = places()[index + 1] === places()[index]
      return level.endOf((places()[index + (isFirstHalf ? 2 : 1)] ?? length) - 1)
    },
  }
}

/** Decodes the escapes of one level, and notes the place of each decoded code where there is an array for places. */
function decodeInto(decoded: Uint16Array, codes: Uint16Array, length: number, places: Uint32Array | null) {
  let to = 0
  let mayHoldEscapes = false
  let found = false
  const put = (code: number, from: number) => {
    decoded[to] = code
    if (places) places[to] = from
    to += 1
    if (isEscape(code)) mayHoldEscapes = true
  }
  for (let at = 0; at < length; ) {
    const from = at
    while (at < length && !isEscape(codes[at] as number)) at += 1
    decoded.set(codes.subarray(from, at), to)
    if (places) for (let index = 0; index < at - from; index += 1) places[to + index] = from + index
    to += at - from
    if (at === length) break
    const read = readEscape(codes, at, length)
    if (read === 0) {
      put(codes[at] as number, at)
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
  if (places) places[to] = length
  return { to, found, mayHoldEscapes }
}
