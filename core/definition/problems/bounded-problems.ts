import { limits } from '#core/limits.ts'
import type { Severity } from '../../text-range.ts'
import type { Problem } from '../problem.ts'

const MORE = 'MORE_PROBLEMS'

/**
 * The first problems of each severity, in order, and a note about the number of the others. Errors are never dropped in
 * favour of warnings, so that a text with errors shows one. Bounded problems may be bounded again with others.
 */
export function boundedProblems(problems: readonly Problem[]): readonly Problem[] {
  const most = limits.definition.problems
  if (problems.length <= most) return problems
  const told: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  const first = problems.filter(({ code, severity }) => {
    if (code === MORE) return false
    told[severity] += 1
    return told[severity] <= most
  })
  if (first.length === problems.length) return problems
  return [...first, moreProblems(first.at(-1) as Problem)]
}

function moreProblems({ range }: Problem): Problem {
  const message = 'There are more problems than shown here. Fix these first.'
  return { code: MORE, message, severity: 'info', path: [], range: { start: range.end, end: range.end } }
}
