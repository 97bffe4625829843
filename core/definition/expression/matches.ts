import { RE2JS } from 're2js'
import type { Budget } from './budget.ts'
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
    const message = 'This pattern is no RE2 pattern. Look-arounds and back-references do not exist there.'
    return new Failure('INVALID_VALUE', message)
  }
}

/** A class such as `\pL` is a table of hundreds of ranges. */
const CLASS_LENGTH = 64

/** About how many instructions the pattern makes: a counted repetition multiplies what it repeats. */
function programLength(pattern: string): number {
  const groups: number[] = []
  let length = 0
  let last = 0
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '(') {
      groups.push(length)
      length = 0
      last = 0
    } else if (character === ')') {
      last = length + 2
      length = (groups.pop() ?? 0) + last
    } else if (character === '{') {
      const times = repetitions(pattern.slice(at, at + 12))
      length += last * (times - 1)
      last *= times
    } else {
      last = /^\\[pP]/.test(pattern.slice(at, at + 2)) ? CLASS_LENGTH : 1
      length += last
    }
  }
  return groups.reduce((sum, group) => sum + group, length)
}

/** The larger number of `{n,m}`; 1 if this is no repetition. */
function repetitions(text: string): number {
  const bounds = /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(text)
  return Math.max(1, Number(bounds?.[1] ?? 1), Number(bounds?.[2] ?? 1))
}
