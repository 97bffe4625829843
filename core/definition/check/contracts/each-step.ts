import type { TextRange } from '../../../text-range.ts'
import type { Step } from '../../definition.ts'
import { innerLists, pathInList } from '../../inner-lists.ts'
import type { Problem } from '../../problem.ts'
import type { SourceIndex, SourcePath } from '../../text/source-index.ts'

/** A step of a definition, inner steps included, with its path in the text. */
interface PlacedStep {
  readonly step: Step
  readonly path: SourcePath
}

/** Every step with its path, in the order of the text. */
export function placedSteps(steps: readonly Step[], path: SourcePath = ['steps']): readonly PlacedStep[] {
  return steps.flatMap((step, index) => withInner(step, [...path, index]))
}

function withInner(step: Step, path: SourcePath): readonly PlacedStep[] {
  const inner = innerLists(step).flatMap((list) =>
    list.steps.flatMap((one, index) => withInner(one, [...path, ...pathInList(list, index)])),
  )
  return [{ step, path }, ...inner]
}

/** A problem of a step at its path, or at the next written path around it. */
export function problemAt(
  source: SourceIndex,
  { step, path, ...problem }: Pick<Problem, 'code' | 'message' | 'severity' | 'path'> & { readonly step: string },
): Problem {
  return { ...problem, path, step, range: source.rangeOf(path) ?? rangeOf(source, path.slice(0, -1), step) }
}

/** The range of a path of a step; else that of the step, and the start of the text where the step is not in it. */
export function rangeOf(source: SourceIndex, path: SourcePath, step: string): TextRange {
  return source.rangeOf(path) ?? source.stepRange(step) ?? { start: 0, end: 0 }
}
