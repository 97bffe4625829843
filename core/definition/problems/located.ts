import type { Problem } from '../problem.ts'

/** A problem with the place where people look for it: line and column of the whole text, counted from 1. */
export interface LocatedProblem extends Problem {
  readonly line: number
  readonly column: number
}

/** Problems of the document that begins at `start` of a text. Lines end with LF or CR LF. */
export function located(text: string, start: number, problems: readonly Problem[]): readonly LocatedProblem[] {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ 0: end, index }) => index + end.length)]
  return problems.map((problem) => {
    const at = start + problem.range.start
    const line = lineStarts.findLastIndex((lineStart) => lineStart <= at)
    return { ...problem, line: line + 1, column: at - (lineStarts[line] as number) + 1 }
  })
}
