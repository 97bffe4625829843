import { parse } from '@bufbuild/cel'
import { limits } from '#core/limits.ts'
import type { TextRange } from '../../text-range.ts'
import { isLongerThan } from '../byte-length.ts'
import { NotAllowed } from './not-allowed.ts'
import { TreeReader } from './read-tree.ts'
import { translate } from './translate.ts'
import type { Tree } from './tree.ts'
import { adviceFor, type Word } from './words.ts'

/** A parsed expression; plain data, created once and evaluated often. */
export interface Expression {
  readonly source: string
  readonly tree: Tree
}

export type ParsedExpression =
  | { readonly ok: true; readonly expression: Expression }
  /** `range` is in UTF-16 offsets of the source; the message says what to do. */
  | { readonly ok: false; readonly message: string; readonly range: TextRange }

/**
 * Parses an expression (docs/reference/definition.md): CEL, or the Python-style words that `translate` knows. Total:
 * every text has a result within the bounds of `limits.expression`, and CEL's parser gets no text whose nesting could
 * exhaust its stack.
 */
export function parseExpression(source: string): ParsedExpression {
  const whole = { start: 0, end: source.length }
  if (isLongerThan(limits.expression.sourceBytes, source)) {
    const message = `An expression can have up to ${limits.expression.sourceBytes} bytes. Split it over several steps.`
    return { ok: false, message, range: whole }
  }
  let words: readonly Word[] = []
  try {
    const translation = translate(source)
    words = translation.words
    const { expr, sourceInfo } = parse(translation.text)
    return { ok: true, expression: { source, tree: new TreeReader(words, sourceInfo).read(expr) } }
  } catch (error) {
    if (error instanceof NotAllowed) return { ok: false, message: error.message, range: error.range }
    return { ok: false, ...syntaxError(error, words, whole) }
  }
}

/** The message for an error that CEL's parser throws, with a range where the error has one. */
function syntaxError(error: unknown, words: readonly Word[], whole: TextRange): { message: string; range: TextRange } {
  const offset = (error as { location?: { start: { offset: number } } }).location?.start.offset
  const word = offset === undefined ? undefined : words.find((one) => one.end > offset)
  if (!word)
    return {
      message: 'This is not a valid expression. Look for an unfinished part or a wrong escape.',
      range: whole,
    }
  return { message: `\`${word.text}\` is not valid here.${adviceFor(word.text)}`, range: word.range }
}
