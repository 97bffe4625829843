/**
 * Escapes of one character: percent-encoding, those of JSON and JavaScript, and HTML entities. The answer is the code
 * point times 16 plus the length of the escape, as one number, since millions may be read; 0 when there is none.
 */
export function readEscape(codes: Uint16Array, at: number, length: number): number {
  const code = codes[at]
  if (code === PERCENT) return percentEscape(codes, at, length)
  if (code === BACKSLASH) return backslashEscape(codes, at, length)
  return code === AMPERSAND ? entity(codes, at, length) : 0
}

export const PERCENT = 0x25
export const BACKSLASH = 0x5c
export const AMPERSAND = 0x26
/** The codes with which escapes begin. */
export const isEscape = (code: number) => code === PERCENT || code === BACKSLASH || code === AMPERSAND

const BLANK = 0x20
const LAST_CODE_POINT = 0x10_ffff

const packed = (codePoint: number, length: number) => (codePoint <= LAST_CODE_POINT ? codePoint * 16 + length : 0)

function percentEscape(codes: Uint16Array, at: number, length: number): number {
  const first = percentByte(codes, at, length)
  if (first < 0) return 0
  if (first < 0x80) return packed(first, 3)
  const bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
  let codePoint = first & (0x7f >> bytes)
  for (let byte = 1; byte < bytes; byte += 1) {
    const next = percentByte(codes, at + 3 * byte, length)
    if (next < 0x80 || next > 0xbf) return 0
    codePoint = codePoint * 64 + (next & 0x3f)
  }
  return bytes === 0 ? 0 : packed(codePoint, 3 * bytes)
}

function percentByte(codes: Uint16Array, at: number, length: number): number {
  if (at + 2 >= length || codes[at] !== PERCENT) return -1
  const [high, low] = [digit(codes[at + 1], 16), digit(codes[at + 2], 16)]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

const LETTER_U = 'u'.charCodeAt(0)
const LETTER_X = 'x'.charCodeAt(0)
const isControlLetter = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('bfnrtv'.includes(String.fromCharCode(code))),
)

function backslashEscape(codes: Uint16Array, at: number, length: number): number {
  if (at + 1 >= length) return 0
  const letter = codes[at + 1] ?? 0
  if (isControlLetter[letter] === 1) return packed(BLANK, 2)
  if (letter === LETTER_X) return digits(codes, at + 2, length, { base: 16, least: 2, most: 2, before: 2, end: '' })
  if (letter !== LETTER_U) return 0
  return codes[at + 2] === '{'.charCodeAt(0)
    ? digits(codes, at + 3, length, { base: 16, least: 1, most: 6, before: 3, end: '}' })
    : digits(codes, at + 2, length, { base: 16, least: 4, most: 4, before: 2, end: '' })
}

/** Entities of punctuation; as punctuation is a separator, they mean a blank. */
const names = ['amp;', 'lt;', 'gt;', 'quot;', 'apos;', 'nbsp;']

function entity(codes: Uint16Array, at: number, length: number): number {
  if (codes[at + 1] === '#'.charCodeAt(0)) {
    const isHex = codes[at + 2] === 0x78 || codes[at + 2] === 0x58
    return isHex
      ? digits(codes, at + 3, length, { base: 16, least: 1, most: 6, before: 3, end: ';?' })
      : digits(codes, at + 2, length, { base: 10, least: 1, most: 7, before: 2, end: ';?' })
  }
  const name = names.find((each) => at + each.length < length && isAt(each, codes, at + 1))
  return name === undefined ? 0 : packed(BLANK, name.length + 1)
}

function isAt(text: string, codes: Uint16Array, at: number): boolean {
  for (let index = 0; index < text.length; index += 1) if (codes[at + index] !== text.charCodeAt(index)) return false
  return true
}

interface Digits {
  readonly base: 10 | 16
  readonly least: number
  readonly most: number
  /** Characters of the escape before the digits. */
  readonly before: number
  readonly end: '' | '}' | ';?'
}

function digits(codes: Uint16Array, from: number, length: number, { base, least, most, before, end }: Digits): number {
  let value = 0
  let count = 0
  for (; count < most && from + count < length; count += 1) {
    const next = digit(codes[from + count], base)
    if (next < 0) break
    value = value * base + next
  }
  if (count < least) return 0
  const behind = from + count < length ? String.fromCharCode(codes[from + count] ?? 0) : ''
  if (end === '}' && behind !== '}') return 0
  const endLength = end !== '' && end.startsWith(behind) ? behind.length : 0
  return packed(value, before + count + endLength)
}

function digit(code: number | undefined, base: 10 | 16): number {
  if (code === undefined) return -1
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return base === 16 && letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
