import type { TextRange } from '../../text-range.ts'

export type TokenKind = 'name' | 'number' | 'string' | 'operator' | 'open' | 'close' | 'unknown'

/** A word of the source. Strings keep their quotes; comments and blanks are left out. */
export interface Token extends TextRange {
  readonly kind: TokenKind
  readonly text: string
  /** A string whose closing quote is missing. */
  readonly unclosed?: true
}

const BLANK = /(?:\s|\uFEFF|\/\/[^\n]*)+/y
const STRING_START = /([rRbB]{0,2})("""|'''|"|')/y
const NUMBER = /0[xX][0-9a-fA-F]+[uU]?|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[uU]?/y
const NAME = /[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*/uy
/** Operators of other languages, read whole so that the advice can name them. */
const FOREIGN = /[=!]==|\*\*|\?\?|\?\.(?=\w)|=>|\+\+/y
const OPERATOR = /&&|\|\||==|!=|<=|>=|[<>+\-*/%!?:,.]/y
const REST = /./suy

/**
 * Cuts a source into tokens in one pass, whatever it holds: unknown characters become a token of kind `unknown`. Linear
 * in the length of the text.
 */
export function tokenize(source: string): readonly Token[] {
  return [...tokensOf(source)]
}

/** `tokenize` as a generator, for callers that stop early: the source behind the last requested token is not read. */
export function* tokensOf(source: string): Generator<Token, void> {
  let at = 0
  const match: Match = (pattern) => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  for (;;) {
    at += match(BLANK)?.[0].length ?? 0
    if (at >= source.length) return
    const token = tokenAt(source, at, match)
    yield token
    at = token.end
  }
}

type Match = (pattern: RegExp) => RegExpExecArray | null

function tokenAt(source: string, start: number, match: Match): Token {
  const opening = match(STRING_START)
  if (opening === null) {
    const [kind, text] = word(match)
    return { kind, text, start, end: start + text.length }
  }
  const raw = /[rR]/.test(opening[1] as string)
  const end = endOfString(source, start + opening[0].length, opening[2] as string, raw)
  const text = source.slice(start, end ?? source.length)
  return { kind: 'string', text, start, end: start + text.length, ...(end === null && { unclosed: true }) }
}

function word(match: Match): [TokenKind, string] {
  const number = match(NUMBER)
  if (number) return ['number', number[0]]
  const name = match(NAME)
  if (name) return ['name', name[0]]
  const foreign = match(FOREIGN)
  if (foreign) return ['unknown', foreign[0]]
  const operator = match(OPERATOR)
  if (operator) return ['operator', operator[0]]
  const other = (match(REST) as RegExpExecArray)[0]
  return ['([{'.includes(other) ? 'open' : ')]}'.includes(other) ? 'close' : 'unknown', other]
}

/** Offset after the closing quote, or null if there is none. A string in single quotes ends with its line. */
function endOfString(source: string, from: number, quote: string, raw: boolean): number | null {
  for (let at = from; at < source.length; at++) {
    if (source.startsWith(quote, at)) return at + quote.length
    const character = source[at]
    if (character === '\\' && !raw) at++
    else if (quote.length === 1 && (character === '\n' || character === '\r')) return null
  }
  return null
}
