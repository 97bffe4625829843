/** An expression of GitHub Actions as a tree. */
export type Syntax =
  | { readonly kind: 'literal'; readonly value: Scalar }
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Syntax[] }
  | { readonly kind: 'not'; readonly operand: Syntax }
  | { readonly kind: 'logic'; readonly operator: '&&' | '||'; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Syntax; readonly right: Syntax }

export type Scalar = string | number | boolean | null
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

/** Brackets deeper than this are not written by a person. */
const deepest = 50

const token =
  /\s*(?:'(?<text>(?:[^']|'')*)'|(?<number>-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]))|(?<word>[A-Za-z_][\w-]*)|(?<sign>==|!=|>=|<=|&&|\|\||[<>!(),.[\]]))/y

interface Token {
  readonly kind: 'text' | 'number' | 'word' | 'sign'
  readonly text: string
}

/** The tree of an expression; null for a syntax error and for unsupported syntax, such as filters (`.*`). */
export function readSyntax(source: string): Syntax | null {
  const tokens = tokensOf(source.trim())
  if (tokens === null || tokens.length === 0) return null
  const reader = new Reader(tokens)
  const tree = reader.logic('||', 0)
  return tree !== null && reader.isAtEnd() ? tree : null
}

function tokensOf(source: string): readonly Token[] | null {
  const scanner = new RegExp(token)
  const tokens: Token[] = []
  while (scanner.lastIndex < source.length) {
    const groups = scanner.exec(source)?.groups
    if (groups === undefined) return null
    const [kind, text] = Object.entries(groups).find(([, found]) => found !== undefined) as [Token['kind'], string]
    tokens.push({ kind, text: kind === 'text' ? text.replaceAll("''", "'") : text })
  }
  return tokens
}

const constants: ReadonlyMap<string, Scalar> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  /** `||` binds less than `&&`, and that less than comparisons. */
  logic(operator: '&&' | '||', depth: number): Syntax | null {
    const next = () => (operator === '||' ? this.logic('&&', depth) : this.#comparison(depth))
    let left = next()
    while (left !== null && this.#takes(operator)) {
      const right = next()
      left = right && { kind: 'logic', operator, left, right }
    }
    return left
  }

  #comparison(depth: number): Syntax | null {
    let left = this.#operand(depth)
    while (left !== null) {
      const operator = (['==', '!=', '<=', '>=', '<', '>'] as const).find((one) => this.#takes(one))
      if (operator === undefined) return left
      const right = this.#operand(depth)
      left = right && { kind: 'compare', operator, left, right }
    }
    return left
  }

  #operand(depth: number): Syntax | null {
    if (depth > deepest) return null
    if (this.#takes('!')) {
      const operand = this.#operand(depth + 1)
      return operand && { kind: 'not', operand }
    }
    if (this.#takes('(')) {
      const inner = this.logic('||', depth + 1)
      return this.#takes(')') ? inner : null
    }
    const token = this.#take()
    switch (token?.kind) {
      case 'text':
        return { kind: 'literal', value: token.text }
      case 'number':
        return { kind: 'literal', value: Number(token.text) }
      case 'word':
        return this.#named(token.text, depth)
      default:
        return null
    }
  }

  #named(word: string, depth: number): Syntax | null {
    if (this.#takes('(')) return this.#call(word.toLowerCase(), depth)
    const constant = constants.get(word)
    if (constant !== undefined) return { kind: 'literal', value: constant }
    const path = [word]
    for (;;) {
      if (this.#takes('.')) {
        const key = this.#take()
        if (key?.kind !== 'word') return null
        path.push(key.text)
      } else if (this.#takes('[')) {
        const key = this.#take()
        if ((key?.kind !== 'text' && key?.kind !== 'number') || !this.#takes(']')) return null
        path.push(key.kind === 'text' ? key.text : `[${key.text}]`)
      } else return { kind: 'path', path }
    }
  }

  #call(name: string, depth: number): Syntax | null {
    const given: Syntax[] = []
    if (this.#takes(')')) return { kind: 'call', name, given }
    do {
      const one = this.logic('||', depth + 1)
      if (one === null) return null
      given.push(one)
    } while (this.#takes(','))
    return this.#takes(')') ? { kind: 'call', name, given } : null
  }

  #take(): Token | undefined {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token
  }

  #takes(sign: string): boolean {
    const { kind, text } = this.#tokens[this.#at] ?? {}
    if (kind !== 'sign' || text !== sign) return false
    this.#at += 1
    return true
  }
}
