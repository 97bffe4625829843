import { RE2JS } from 're2js'
import type { Budget } from './budget.ts'
import { programLength } from './program-length.ts'
import { Failure, type Result } from './value.ts'

/**
 * CEL's `matches` by RE2: linear in the text for every pattern, but the pattern
 * is a program, and `x{1000}` a long one. Compiling (measured: 20 µs for ten
 * characters) and matching are paid for before they are done.
 */
export function matchesPattern(text: string, pattern: string, budget: Budget): Result<boolean> {
  const program = programLength(pattern)
  const known = budget.patterns.get(pattern)
  const spent = budget.spend(10 + (known ? 0 : program * 25) + (text.length * program) / 16)
  if (spent) return spent
  const compiled = known ?? compile(pattern)
  if (compiled instanceof Failure) return compiled
  budget.patterns.set(pattern, compiled)
  return compiled.test(text)
}

function compile(pattern: string): Result<RE2JS> {
  try {
    return RE2JS.compile(pattern)
  } catch {
    const message = 'This is not a valid RE2 pattern. Look-arounds and back-references are not supported.'
    return new Failure('INVALID_VALUE', message)
  }
}
