import { RE2JS } from 're2js'
import type { Budget } from './budget.ts'
import { Failure, type Result } from './value.ts'

/**
 * CEL's `matches` by RE2: linear in the text for every pattern, but the pattern
 * is a program, and `x{1000}` a long one. Both lengths are paid for before
 * anything is compiled or run.
 */
export function matchesPattern(text: string, pattern: string, budget: Budget): Result<boolean> {
  const program = programLength(pattern)
  const spent = budget.spend(program + (text.length * program) / 16)
  if (spent) return spent
  try {
    return RE2JS.compile(pattern).test(text)
  } catch {
    return new Failure(
      'INVALID_VALUE',
      'This pattern is no RE2 pattern. Look-arounds and back-references do not exist there.',
    )
  }
}

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
      const times = Math.max(
        1,
        ...(/^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(pattern.slice(at, at + 12))?.slice(1) ?? []).map(Number),
      )
      length += last * (times - 1)
      last *= times
    } else {
      length++
      last = 1
    }
  }
  return groups.reduce((sum, group) => sum + group, length)
}
