import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { Problem, TextRange } from '#core/definition/problem.ts'
import { checkReferences } from './check-references.ts'
import type { KnownNames } from './known-names.ts'

export interface AnalysisRequest {
  readonly text: string
  /** What references are checked against; null leaves them unchecked. */
  readonly known: KnownNames | null
}

/** Plain data, so that it can cross from a thread. */
export interface Analysis {
  readonly definition: Definition | null
  readonly problems: readonly Problem[]
  /** The value of `workflow_type`; empty, at the beginning, where the text has none. */
  readonly nameRange: TextRange
}

export function analyseText({ text, known }: AnalysisRequest): Analysis {
  const { definition, problems, source } = parse(text)
  const nameRange = source.rangeOf(['workflow_type']) ?? { start: 0, end: 0 }
  if (!definition || !known) return { definition, problems, nameRange }
  const references = checkReferences(
    definition,
    known,
    (path, step) => source.rangeOf(path) ?? source.stepRange(step) ?? nameRange,
  )
  return { definition, problems: [...problems, ...references], nameRange }
}
