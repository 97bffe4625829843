import { RE2JS } from 're2js'
import { limits } from '#core/limits.ts'
import { programLength } from '../../expression/evaluate/program-length.ts'

export interface Pattern {
  /** Does it match anywhere in the text? */
  test(text: string): boolean
  /** About how many instructions its program has: at worst, matching costs as many for each character. */
  readonly size: number
}

/**
 * A pattern that an author wrote, by RE2: linear in the text whatever the
 * pattern, never the host's backtracking RegExp. Null when RE2 does not know
 * it (look-around, back-references) or when it is too large.
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
