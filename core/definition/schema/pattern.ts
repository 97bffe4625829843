import { RE2JS } from 're2js'
import { limits } from '#core/limits.ts'

export interface Pattern {
  /** Does it match anywhere in the text? */
  test(text: string): boolean
  /** Instructions of its program: matching costs as much for each character, at worst. */
  readonly size: number
}

/**
 * A pattern that an author wrote, by RE2: linear in the text whatever the
 * pattern, never the host's backtracking RegExp. Null when RE2 does not know
 * it (look-around, back-references) or when it is too large.
 */
export function compilePattern(source: string): Pattern | null {
  if (source.length > limits.schema.patternCharacters || repetitionsTooLarge(source)) return null
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
    const size = compiled.programSize()
    return size > limits.schema.patternProgram ? null : { test: (text) => compiled.test(text), size }
  } catch {
    return null
  }
}

/** Counted repetitions multiply when they are nested: their product bounds the program before it is made. */
function repetitionsTooLarge(source: string): boolean {
  let product = 1
  for (const [, from, to] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    product *= Math.max(1, Number(from), Number(to || 0))
    if (product > limits.schema.patternProgram) return true
  }
  return false
}
