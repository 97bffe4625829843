import { RE2JS } from 're2js'
import { limits } from '#core/limits.ts'
import { programLength } from '../../expression/evaluate/program-length.ts'

export interface Pattern {
  /** Does it match anywhere in the text? */
  test(text: string): boolean
  /** Approximate number of instructions of the compiled program: the worst cost of matching one character. */
  readonly size: number
}

/**
 * An author's pattern in RE2: linear in the text for any pattern, unlike the host's backtracking RegExp. Null when RE2
 * does not support it (look-around, back-references) or when it is too large.
 */
export function compilePattern(source: string): Pattern | null {
  const size = programLength(source)
  if (source.length > limits.schema.patternCharacters || size > limits.schema.patternProgram) return null
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
    return { test: (text) => compiled.test(text), size }
  } catch {
    return null
  }
}
