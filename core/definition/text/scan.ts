import { Lexer } from 'yaml'
import { limits } from '#core/limits.ts'
import { isLongerThan } from '../../expression/byte-length.ts'
import type { Problem } from '../problem.ts'
import { Crowd } from './crowd.ts'
import { Nesting } from './nesting.ts'

/** The size of a text, and what to do about a larger one. */
export interface TextBound {
  readonly bytes: number
  readonly message: string
}

const definitionBound: TextBound = {
  bytes: limits.definition.textBytes,
  message: `A definition can have up to ${limits.definition.textBytes / 1024} kB. Move a part of it into a sub-workflow.`,
}

/**
 * Scans a text before any parser does: size, characters, depth, and the number of refused constructs. Linear and
 * without recursion, because `yaml` 2.9 does not survive 900 nested brackets. Returns the first reason not to parse the
 * text, or null.
 */
export function scanText(text: string, bound: TextBound = definitionBound): Problem | null {
  const scanned = scan(text, bound)
  return scanned.ok ? null : scanned.problem
}

export type Scanned =
  | { readonly ok: true; readonly tokens: readonly string[] }
  | { readonly ok: false; readonly problem: Problem }

/** The scan for a caller that goes on parsing: it also returns the lexical tokens. */
export function scan(text: string, bound?: TextBound): Scanned {
  const problem = scanCharacters(text, bound)
  return problem === null ? tokensWithin(text, limits.definition.depth) : { ok: false, problem }
}

/** The first reason that does not concern nesting. */
export function scanCharacters(text: string, bound: TextBound = definitionBound): Problem | null {
  return tooLarge(text, bound) ?? strangeCharacter(text) ?? crowded(text)
}

/** An unindented line that begins a key or an item. */
const topLevelLine = /^[^\s#]/gm

/** Reports too many top-level keys or items. In brackets they are counted token by token. */
function crowded(text: string): Problem | null {
  if (/^\s*[[{]/.test(text)) return null
  const { topLevelKeys, topLevelItems } = limits.definition
  let keys = 0
  let items = 0
  for (const { 0: first, index } of text.matchAll(topLevelLine)) {
    if (first === '-') items += 1
    else keys += 1
    if (keys > topLevelKeys) return tooMany(`A workflow can have up to ${topLevelKeys} top-level keys.`, index)
    // Below a key the items are steps, which have a bound of their own.
    if (keys === 0 && items > topLevelItems) return tooMany('A workflow is a map of keys, not a list.', index)
  }
  return null
}

function tooMany(message: string, index: number): Problem {
  return refusal('TOO_MANY_ENTRIES', `${message} Remove what does not belong here.`, index, index + 1)
}

/** Does a JSON text nest deeper than `depth` arrays and objects? Checked before `JSON.parse`, in one pass. */
export function jsonDepthExceeds(text: string, depth: number): boolean {
  let open = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '[' || character === '{') {
      open += 1
      if (open > depth) return true
    } else if (character === ']' || character === '}') open -= 1
  }
  return false
}

function tooLarge(text: string, { bytes, message }: TextBound): Problem | null {
  return isLongerThan(bytes, text) ? refusal('TEXT_TOO_LARGE', message, 0, 0) : null
}

/**
 * Characters that a text file does not contain: NUL and other control characters, unpaired surrogates, non-characters.
 */
const strange = /[\p{Control}--[\t\n\r\u0085]]|[\ufffe\uffff]/v

function strangeCharacter(text: string): Problem | null {
  const found = text.isWellFormed() ? strange.exec(text) : /\p{Surrogate}/u.exec(text)
  if (found === null) return null
  const code = found[0].charCodeAt(0)
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const message =
    code === 0
      ? 'The text contains a NUL character (U+0000). Save the file as UTF-8 text.'
      : `The text contains the character ${name}, which is not allowed. Remove it.`
  return refusal('CHARACTER_NOT_ALLOWED', message, found.index, found.index + 1)
}

/** The lexical tokens of a text that does not nest deeper than `depth`. */
export function tokensWithin(text: string, depth: number): Scanned {
  const nesting = new Nesting()
  const crowd = new Crowd()
  const tokens: string[] = []
  let offset = 0
  for (const token of new Lexer().lex(text)) {
    if (nesting.next(token) > depth) {
      const message = `The text is nested deeper than ${depth} levels. Make it flatter.`
      return { ok: false, problem: refusal('TEXT_TOO_DEEP', message, offset, offset + token.length) }
    }
    const message = crowd.next(token)
    if (message !== null) {
      return { ok: false, problem: refusal('TOO_MANY_ENTRIES', message, offset, offset + token.length) }
    }
    tokens.push(token)
    if (!isMark(token)) offset += token.length
  }
  return { ok: true, tokens }
}

/** Tokens that the lexer adds to the text. */
function isMark(token: string): boolean {
  return token === '\x02' || token === '\x18' || token === '\x1f'
}

function refusal(code: string, message: string, start: number, end: number): Problem {
  return { code, message, severity: 'error', path: [], range: { start, end } }
}
