import type { TextRange } from '../../problem.ts'

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
 * Cuts a source into words in one pass, whatever it holds: what is no word of
 * the language becomes a token of kind `unknown`. Linear in the length of the text.
 */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  const push = (kind: TokenKind, text: string): void => {
    tokens.push({ kind, text, start: at, end: at + text.length })
  }
  for (;;) {
    at += match(BLANK)?.[0].length ?? 0
    if (at >= source.length) return tokens
    const opening = match(STRING_START)
    if (opening) {
      const raw = /[rR]/.test(opening[1] as string)
      const end = endOfString(source, at + opening[0].length, opening[2] as string, raw)
      const text = source.slice(at, end ?? source.length)
      tokens.push({ kind: 'string', text, start: at, end: at + text.length, ...(end === null && { unclosed: true }) })
    } else {
      const [kind, text] = word(match)
      push(kind, text)
    }
    at = (tokens.at(-1) as Token).end
  }
}

function word(match: (pattern: RegExp) => RegExpExecArray | null): [TokenKind, string] {
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
