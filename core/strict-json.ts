import { isKeptExactly } from './exact-number.ts'
import type { Json } from './json.ts'
import { limits } from './limits.ts'

export type StrictJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string; readonly field?: string }

interface Frame {
  /** The keys seen so far; null in a list. */
  readonly keys: Set<string> | null
  key: string
  index: number
}

/**
 * Parses JSON from outside. A single pass over the text comes first: it bounds the depth before any parser recurses,
 * and refuses duplicate keys (a reviewer's reading and the executed value could differ), the key `__proto__`,
 * characters that the database cannot store, and numbers that would change when parsed.
 */
export function parseStrictJson(text: string): StrictJson {
  const problem = scan(text)
  if (problem) return { ok: false, ...problem }
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch {
    return { ok: false, message: 'This is not valid JSON.' }
  }
}

function scan(text: string): { readonly message: string; readonly field?: string } | null {
  const frames: Frame[] = []
  for (let at = 0; at < text.length; at += 1) {
    const frame = frames.at(-1)
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (frames.length === limits.run.jsonDepth) {
          return { message: `The JSON is nested deeper than ${limits.run.jsonDepth} levels.` }
        }
        frames.push({ keys: text.charCodeAt(at) === OPEN_BRACE ? new Set() : null, key: '', index: 0 })
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        frames.pop()
        break
      case COMMA:
        if (frame) frame.index += 1
        break
      case QUOTE: {
        const end = endOfString(text, at)
        if (end === -1) return null
        const value = decode(text.slice(at, end))
        if (value === null) return null
        const isKey = frame?.keys != null && nextCharacter(text, end) === COLON
        const unfit = frame && isKey ? unfitKey(frame, value) : null
        if (frame && isKey) frame.key = value
        if (unfit) return { message: unfit, field: fieldOf(frames) }
        const message = unfitText(value)
        // A key that cannot be stored cannot be named in the message either: the message names its object.
        if (message) return { message, field: fieldOf(isKey ? frames.slice(0, -1) : frames) }
        at = end - 1
        break
      }
      default: {
        NUMBER.lastIndex = at
        const [number] = NUMBER.exec(text) ?? []
        if (number === undefined) break
        const message = unfitNumber(number)
        if (message) return { message, field: fieldOf(frames) }
        at += number.length - 1
      }
    }
  }
  return null
}

const NUMBER = /-?\d[\d.eE+-]*/y
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const SPACE = 0x20

/** The offset behind the closing quote; -1 where it is missing. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at + 1
  }
  return -1
}

function nextCharacter(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) <= SPACE) at += 1
  return text.charCodeAt(at)
}

/** Null where the parser will refuse the string anyway. */
function decode(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    return null
  }
}

function unfitKey(frame: Frame, key: string): string | null {
  if (key === '__proto__') return 'The key __proto__ is not allowed.'
  if (frame.keys?.has(key)) return `The key ${key} appears twice.`
  frame.keys?.add(key)
  return null
}

/** The reason why a number is refused; null for a valid one, and for a text that the parser refuses anyway. */
function unfitNumber(text: string): string | null {
  const value = Number(text)
  if (Number.isNaN(value)) return null
  if (Math.abs(value) === Number.POSITIVE_INFINITY) return 'The number is too large.'
  if (isKeptExactly(text)) return null
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return `The number ${shown} has too many digits and would become ${value}. Send it as a string, in quotes.`
}

/** The reason why the database cannot store a text; null for a storable one. */
export function unfitText(value: string): string | null {
  return value.includes('\0') || !value.isWellFormed()
    ? 'The text contains characters that cannot be stored (NUL or half of a surrogate pair).'
    : null
}

function fieldOf(frames: readonly Frame[]): string {
  return frames.map((frame) => (frame.keys ? frame.key : String(frame.index))).join('.')
}
