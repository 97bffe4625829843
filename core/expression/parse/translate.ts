import { limits } from '#core/limits.ts'
import type { TextRange } from '../../text-range.ts'
import { NotAllowed } from './not-allowed.ts'
import { type Token, tokenize } from './tokenize.ts'
import { adviceFor, isReserved, keywords, tooManyParts, type Word } from './words.ts'

/** A source as CEL. */
export interface Translation {
  readonly text: string
  readonly words: readonly Word[]
}

/** An open bracket (the bottom one is the expression itself), and what has to be closed before it. */
interface Level {
  readonly open: number
  kind: 'expression' | 'group' | 'call' | 'index' | 'list' | 'map'
  /** The closing bracket. A tuple becomes a list and keeps its own. */
  readonly close: string
  /** Conditionals since the last comma: each nests into the one before. */
  conditionals: number
  /** Tokens that `not` and `not in` still have to write at the end of their operand, innermost last. */
  readonly pending: Token[]
}

const infix: Readonly<Record<string, string>> = { and: '&&', or: '||' }
const constants: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }
const relations: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])
/** Functions of Python with another name in CEL. */
const calls: Readonly<Record<string, string>> = { len: 'size' }
const closes: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/**
 * Translates a source to CEL in one pass over its tokens. Python's `and`, `or`, `not`, `not in`, `is`, `is not`,
 * `True`, `False` and `None` are replaced where CEL allows no such word, `(a, b)` becomes a list, and `len(…)` becomes
 * `size(…)`; strings are never touched. The pass also checks that values and operators alternate, that brackets match
 * and that the nesting stays within the limit: CEL's parser gets no text that could exhaust its stack, and the author
 * gets a sentence. Throws `NotAllowed`.
 */
export function translate(source: string): Translation {
  return new Translator(source).run()
}

class Translator {
  readonly #source: string
  readonly #tokens: readonly Token[]
  #next = 0
  #text = ''
  #unary = 0
  #depth = 0
  #parts = 0
  readonly #words: Word[] = []
  readonly #levels: [Level, ...Level[]] = [{ open: -1, kind: 'expression', close: '', conditionals: 0, pending: [] }]

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokenize(source)
  }

  run(): Translation {
    let expectsValue = true
    for (let token = this.#tokens[this.#next]; token; token = this.#tokens[this.#next]) {
      this.#next++
      if (token.kind !== 'open' && token.kind !== 'close' && token.text !== ',' && token.text !== '.') this.#parts++
      if (this.#parts > limits.expression.nodes) {
        throw new NotAllowed(tooManyParts, { start: 0, end: this.#source.length })
      }
      if (token.kind === 'unknown')
        throw new NotAllowed(`\`${token.text}\` is not valid here.${adviceFor(token.text)}`, token)
      expectsValue = expectsValue ? this.#value(token) : this.#afterValue(token)
      if (this.#depth + this.#unary > limits.expression.depth) {
        throw new NotAllowed(
          `This is nested deeper than ${limits.expression.depth} levels. Split it over several steps.`,
          token,
        )
      }
    }
    const level = this.#level
    if (level.kind !== 'expression') {
      const { range } = this.#words[level.open] as Word
      throw new NotAllowed(`This \`${this.#sourceOf(range)}\` is never closed. Add \`${level.close}\`.`, range)
    }
    if (expectsValue) throw this.#endsEarly()
    this.#closePending()
    return { text: this.#text, words: this.#words }
  }

  get #level(): Level {
    return this.#levels.at(-1) as Level
  }

  /** A token where a value must begin; returns whether a value is still expected. */
  #value(token: Token): boolean {
    switch (token.kind) {
      case 'string':
        if (token.unclosed) throw new NotAllowed('This text is never closed. Add the quote at its end.', token)
        return this.#operand(token)
      case 'number':
        return this.#operand(token)
      case 'name':
        return this.#valueName(token)
      case 'open':
        this.#open(token, token.text === '(' ? 'group' : token.text === '[' ? 'list' : 'map')
        return true
      case 'close':
        return this.#closeEarly(token)
      default:
        if (token.text !== '!' && token.text !== '-') throw this.#valueMissing(token)
        this.#unary++
        this.#write(token.text, token)
        return true
    }
  }

  #valueName(token: Token): boolean {
    if (token.text === 'not' && startsValue(this.#tokens[this.#next])) {
      this.#write('!', token)
      this.#write('(', token)
      this.#level.pending.push(token)
      this.#depth++
      return true
    }
    if (token.text === 'in') throw this.#valueMissing(token)
    const named = this.#tokens[this.#next]?.text === '(' ? calls : constants
    const constant = Object.hasOwn(named, token.text) ? named[token.text] : undefined
    this.#checkName(token)
    if (isReserved(token.text)) {
      throw new NotAllowed(
        `\`${token.text}\` is a reserved word.${adviceFor(token.text)} For a field of that name, write \`state.${token.text}\`.`,
        token,
      )
    }
    return this.#operand(token, constant)
  }

  #operand(token: Token, text = token.text): boolean {
    this.#unary = 0
    this.#write(text, token)
    return false
  }

  /** A token after a complete value; returns whether a value is expected next. */
  #afterValue(token: Token): boolean {
    switch (token.kind) {
      case 'name':
        return this.#infixName(token)
      case 'operator':
        return this.#operator(token)
      case 'open':
        return this.#openAfterValue(token)
      case 'close':
        return this.#close(token)
      default:
        throw this.#operatorMissing(token)
    }
  }

  #infixName(token: Token): boolean {
    const following = this.#tokens[this.#next]
    if (token.text === 'in') {
      this.#write('in', token)
    } else if (Object.hasOwn(infix, token.text)) {
      this.#closePending()
      this.#write(infix[token.text] as string, token)
    } else if (token.text === 'not' && following?.text === 'in') {
      this.#next++
      this.#write('in', token)
      this.#level.pending.push(following)
      this.#depth++
    } else if (token.text === 'is') {
      const negated = following?.text === 'not'
      if (negated) this.#next++
      this.#write(negated ? '!=' : '==', token)
    } else {
      throw this.#operatorMissing(token)
    }
    return true
  }

  #operator(token: Token): boolean {
    const level = this.#level
    switch (token.text) {
      case '&&':
      case '||':
        this.#closePending()
        break
      case '?':
        this.#closePending()
        level.conditionals++
        this.#depth++
        break
      case ':':
        this.#closePending()
        break
      case ',':
        if (level.kind === 'group') this.#makeList(level)
        if (level.kind === 'expression' || level.kind === 'index') {
          throw new NotAllowed('A `,` belongs between the values of a [list], a {map} or a call.', token)
        }
        this.#closePending()
        this.#closeConditionals()
        break
      case '.':
        return this.#field(token)
      default:
        if (relations.has(token.text)) this.#closePendingIn()
        else if (!arithmetic.has(token.text)) throw this.#operatorMissing(token)
    }
    this.#write(token.text, token)
    return true
  }

  #field(dot: Token): boolean {
    const name = this.#tokens[this.#next]
    if (name?.kind !== 'name') throw new NotAllowed('A field name is expected after this `.`.', dot)
    this.#next++
    this.#checkName(name)
    if (keywords.has(name.text)) {
      throw new NotAllowed(
        `\`${name.text}\` is a word of the language. Write \`["${name.text}"]\` instead of \`.${name.text}\`.`,
        name,
      )
    }
    this.#write('.', dot)
    this.#write(name.text, name)
    return false
  }

  #checkName(token: Token): void {
    if (/^\w+$/.test(token.text)) return
    throw new NotAllowed(
      `Names are written with the letters a to z, digits and _. Write \`["${token.text}"]\` after the part before it.`,
      token,
    )
  }

  #openAfterValue(token: Token): boolean {
    const before = this.#tokens[this.#next - 2]
    if (token.text === '[') this.#open(token, 'index')
    else if (token.text === '(' && before?.kind === 'name') this.#open(token, 'call')
    else throw this.#operatorMissing(token)
    return true
  }

  #open(token: Token, kind: Level['kind']): void {
    this.#unary = 0
    this.#depth++
    const close = closes[token.text] as string
    this.#levels.push({ open: this.#words.length, kind, close, conditionals: 0, pending: [] })
    this.#write(token.text, token)
  }

  /** A group with a comma is a tuple. */
  #makeList(level: Level): void {
    const open = this.#words[level.open] as Word
    this.#text = `${this.#text.slice(0, open.start)}[${this.#text.slice(open.end)}`
    this.#words[level.open] = { ...open, text: '[' }
    level.kind = 'list'
  }

  /**
   * Handles a closing bracket where a value could begin: allowed in `[]`, `{}`, `f()` and after the last comma of a
   * list or map.
   */
  #closeEarly(token: Token): boolean {
    const level = this.#level
    const empty = level.open === this.#words.length - 1
    const mayBeEmpty = level.kind === 'list' || level.kind === 'map' || (level.kind === 'call' && empty)
    if (!mayBeEmpty || !(empty || this.#words.at(-1)?.text === ',')) throw this.#valueMissing(token)
    return this.#close(token)
  }

  #close(token: Token): boolean {
    const level = this.#level
    if (level.kind === 'expression') throw new NotAllowed(`This \`${token.text}\` has no partner. Remove it.`, token)
    const open = this.#words[level.open] as Word
    if (level.close !== token.text) {
      throw new NotAllowed(`\`${level.close}\` is expected here, to close \`${this.#sourceOf(open.range)}\`.`, token)
    }
    this.#closePending()
    this.#closeConditionals()
    open.partner = this.#words.length
    this.#levels.pop()
    this.#depth--
    this.#write(closes[open.text] as string, token)
    return false
  }

  #sourceOf({ start, end }: TextRange): string {
    return this.#source.slice(start, end)
  }

  #closeConditionals(): void {
    this.#depth -= this.#level.conditionals
    this.#level.conditionals = 0
  }

  #closePending(): void {
    for (let token = this.#level.pending.pop(); token; token = this.#level.pending.pop()) this.#finish(token)
  }

  /** A second relation ends the operand of `not in`, but not the operand of `not`. */
  #closePendingIn(): void {
    const { pending } = this.#level
    while (pending.at(-1)?.text === 'in') this.#finish(pending.pop() as Token)
  }

  #finish(token: Token): void {
    this.#depth--
    if (token.text === 'not') {
      this.#write(')', token)
    } else {
      this.#write('==', token)
      this.#write('false', token)
    }
  }

  /** Written tokens keep their distance, a blank or none; inserted ones get blanks around them. */
  #write(text: string, token: Token): void {
    const last = this.#words.at(-1)
    if (last && (last.range.end !== token.start || text !== token.text)) this.#text += ' '
    const start = this.#text.length
    this.#text += text
    this.#words.push({ text, start, end: this.#text.length, range: { start: token.start, end: token.end } })
  }

  #valueMissing(token: Token): NotAllowed {
    const before = this.#tokens[this.#next - 2]
    const where = before ? `between \`${before.text}\` and` : 'before'
    return new NotAllowed(
      `A value is missing ${where} \`${token.text}\`.${adviceFor((before?.text ?? '') + token.text)}`,
      token,
    )
  }

  #operatorMissing(token: Token): NotAllowed {
    const before = this.#tokens[this.#next - 2] as Token
    const advice = adviceFor(token.text) || ' Join them with `&&`, `==`, `+` or another operator.'
    return new NotAllowed(`An operator is missing between \`${before.text}\` and \`${token.text}\`.${advice}`, token)
  }

  #endsEarly(): NotAllowed {
    const last = this.#tokens.at(-1)
    const end = this.#source.length
    if (!last) return new NotAllowed('This expression is empty. Write a value or a condition.', { start: 0, end })
    return new NotAllowed(`A value is missing after \`${last.text}\`.`, last)
  }
}

function startsValue(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'operator') return token.text === '!' || token.text === '-'
  return token.kind !== 'close' && token.kind !== 'unknown' && token.text !== 'in' && token.text !== '['
}
