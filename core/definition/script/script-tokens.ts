/**
 * A token of a script. Comments and blanks are left out; a regular expression, a string and each piece of a template
 * are one `text`.
 */
export interface ScriptToken {
  readonly kind: 'word' | 'text' | 'mark'
  readonly text: string
  readonly start: number
}

const blank = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)+/y
const string = /"(?:\\[\s\S]|[^"\\\n\r])*"|'(?:\\[\s\S]|[^'\\\n\r])*'/y
const word = /[\p{L}\p{N}_$]+/uy
const mark = /\+\+|--|[\s\S]/uy
/**
 * The rest of a template literal, from behind its quote or behind the brace that closes a `${`, to its end or to the
 * next `${`.
 */
const template = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{)/y
const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n\r\u2028\u2029])*\]|[^/\\[\n\r\u2028\u2029])+\//y

const lineEnd = /[\n\r\u2028\u2029]/
/** Tokens that end a value. `++` and `--` end one, because a regular expression cannot be incremented. */
const valueEnds: ReadonlySet<string> = new Set([')', ']', '}', '++', '--'])

/** Words after which a `/` begins a regular expression; after any other word it divides. */
const beforeValue: ReadonlySet<string> = new Set(
  'return typeof case in of do else void delete instanceof new throw await yield'.split(' '),
)

/**
 * Tokenizes JavaScript as far as that is certain without a parser; null where it is not, as where a `/` may divide or
 * begin a regular expression.
 */
export function scriptTokens(source: string): readonly ScriptToken[] | null {
  const tokens: ScriptToken[] = []
  const open: string[] = []
  let at = 0
  const read = (wanted: RegExp, from = at): string | null => {
    wanted.lastIndex = from
    return wanted.exec(source)?.[0] ?? null
  }
  for (;;) {
    at += read(blank)?.length ?? 0
    if (at >= source.length) return open.length === 0 ? tokens : null
    const token = next(source, at, tokens.at(-1), open, read)
    if (token === null) return null
    tokens.push(token)
    at += token.length
  }
}

interface Read extends ScriptToken {
  readonly length: number
}

function next(
  source: string,
  start: number,
  before: ScriptToken | undefined,
  open: string[],
  read: (wanted: RegExp, from?: number) => string | null,
): Read | null {
  const token = (kind: ScriptToken['kind'], text: string): Read => ({ kind, text, start, length: text.length })
  const name = read(word)
  if (name !== null) return token('word', name)
  const character = read(mark) as string
  if (character === '"' || character === "'") return textToken(read(string))
  if (character === '/') {
    if (!endsValue(before)) return textToken(read(pattern))
    const line = source.slice(start + 1).split(lineEnd, 1)[0] as string
    return (before?.text === ')' || before?.text === '}') && line.includes('/') ? null : token('mark', character)
  }
  const closed = character === '}' ? open.pop() : undefined
  if (character === '`' || closed === '${') {
    const rest = read(template, start + 1)
    if (rest === null) return null
    if (!rest.endsWith('${')) return token('text', character + rest)
    open.push('${')
    return { kind: 'mark', text: '${', start, length: 1 + rest.length }
  }
  if (character === '{') open.push(character)
  return token('mark', character)

  function textToken(text: string | null): Read | null {
    return text === null ? null : token('text', text)
  }
}

/** Does a value end with this word, so that a `/` behind it divides? */
function endsValue(token: ScriptToken | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'mark') return valueEnds.has(token.text)
  return token.kind === 'text' || !beforeValue.has(token.text)
}
